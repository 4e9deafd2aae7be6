'use client';

import { useEffect, useRef, useSyncExternalStore } from 'react';
import { routes } from '@/lib/http/routes';

// In this browser alone: another computer of the same person may be where others see the screen.
const KEY = 'countersign.browser-notifications';
const CHANGED = 'countersign:browser-notifications';

/** Whether this browser shows notifications: as chosen here and as the browser allows. */
export type BrowserNotifications = 'on' | 'off' | 'denied' | 'unsupported';

/** Reads whether this browser shows notifications. */
export function readBrowserNotifications(): BrowserNotifications {
  if (!('Notification' in window)) return 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  return Notification.permission === 'granted' && readChoice() === 'on' ? 'on' : 'off';
}

function readChoice(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    // A browser that keeps nothing shows no notifications.
    return null;
  }
}

/** Switches notifications on, after the browser asked the person, or off. */
export async function chooseBrowserNotifications(isOn: boolean): Promise<void> {
  if (isOn && Notification.permission !== 'granted') await Notification.requestPermission();
  localStorage.setItem(KEY, isOn ? 'on' : 'off');
  window.dispatchEvent(new Event(CHANGED));
}

/** Returns whether this browser shows notifications; `off` while the page is rendered on the server. */
export function useBrowserNotifications(): BrowserNotifications {
  return useSyncExternalStore(
    (onChange) => {
      window.addEventListener(CHANGED, onChange);
      return () => window.removeEventListener(CHANGED, onChange);
    },
    readBrowserNotifications,
    () => 'off',
  );
}

/**
 * Shows a notification of the browser when more waits for the reader than before and they look at another tab. It says
 * how much waits and nothing else: screens are shared.
 */
export function useWaitingNotification(count: number): void {
  const known = useRef(count);
  useEffect(() => {
    const isMore = count > known.current;
    known.current = count;
    if (!isMore || !document.hidden || readBrowserNotifications() !== 'on') return;
    const notification = new Notification(count === 1 ? 'One thing waits for you' : `${count} things wait for you`, {
      body: 'Open the console to see what it is.',
      // One at a time: a newer one takes the place of an older one.
      tag: 'countersign-waiting',
    });
    notification.addEventListener('click', () => {
      window.focus();
      window.location.assign(routes.approvals);
      notification.close();
    });
  }, [count]);
}
