import { afterEach, describe, expect, it } from 'vitest';
import { setServiceName, TheService, theService } from '@/lib/text/service-name';

afterEach(() => setServiceName('the service'));

describe('the name of the service in sentences', () => {
  it('is "the service" unless it is configured', () => {
    expect(`${TheService()} declined this withdrawal. Ask ${theService()} why.`).toBe(
      'The service declined this withdrawal. Ask the service why.',
    );
  });

  it('is written as it is configured', () => {
    setServiceName('iPay');
    expect(`${TheService()} declined this withdrawal. Ask ${theService()} why.`).toBe(
      'iPay declined this withdrawal. Ask iPay why.',
    );
  });
});
