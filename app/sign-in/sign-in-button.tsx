'use client';

import { signIn } from 'next-auth/react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';

export function SignInButton({ callbackUrl }: { callbackUrl: string }) {
  const [isLeaving, setIsLeaving] = useState(false);
  const leave = () => {
    setIsLeaving(true);
    void signIn('oidc', { callbackUrl }).catch(() => setIsLeaving(false));
  };
  return (
    <Button look="primary" className="w-full" disabled={isLeaving} onClick={leave}>
      {isLeaving ? 'Going to the company’s sign-in…' : 'Sign in'}
    </Button>
  );
}
