/**
 * How the calls are made that pages make for who is not signed in. They stand apart from what goes in and comes out, so
 * that those pages need no library of schemas.
 */
export const OPEN_CALLS = {
  register: { method: 'POST', path: '/auth/register', session: 'none' },
  login: { method: 'POST', path: '/auth/login', session: 'none' },
  checkLimit: { method: 'GET', path: '/auth/check-limit', session: 'none' },
  forgotPassword: { method: 'POST', path: '/auth/forgot', session: 'none' },
  resetPassword: { method: 'POST', path: '/auth/reset', session: 'none' },
  healthCheck: { method: 'GET', path: '/health-check', session: 'none' },
  instanceFigures: { method: 'GET', path: '/figures', session: 'none' },
  config: { method: 'GET', path: '/config', session: 'none' },
} as const
