export const DEFAULT_RETURN_URL = '/user/home'

const NOT_CARRIED = ['token', 'returnUrl', 'redirect']
// Any origin would do: it only serves to check whether a path leaves it.
const OWN_ORIGIN = 'https://portal.invalid'

/** Whether the path stays on this origin, as a browser would parse it. */
export function isOwnPath(path: string): boolean {
  // Browsers drop tabs and newlines and read a backslash as a slash, so such a path may lead elsewhere than it appears to.
  if (!path.startsWith('/') || path.startsWith('//') || /[\\\u0000-\u0020\u007f]/.test(path)) return false
  return URL.parse(path, OWN_ORIGIN)?.origin === OWN_ORIGIN
}

/**
 * Where the login page redirects to: `returnUrl`, then `redirect`, then home; with every query parameter except the token appended.
 * A parameter the return URL already has is kept as it is.
 */
export function returnUrlFrom(search: string): string {
  const given = new URLSearchParams(search)
  const wanted = [given.get('returnUrl'), given.get('redirect')].find((path) => path !== null && isOwnPath(path) && !leadsToLogin(path))
  const target = new URL(wanted ?? DEFAULT_RETURN_URL, OWN_ORIGIN)
  const own = new Set(target.searchParams.keys())
  for (const [name, value] of given) {
    if (!NOT_CARRIED.includes(name) && !own.has(name)) target.searchParams.append(name, value)
  }
  // A path such as /.//evil is only recognisable once its dots are resolved.
  return isOwnPath(target.pathname) ? target.pathname + target.search + target.hash : DEFAULT_RETURN_URL
}

/** Returning to the login page would make the login guard redirect forever. */
const leadsToLogin = (path: string): boolean => /^\/login(\/|$)/i.test(new URL(path, OWN_ORIGIN).pathname)

/** The login page, remembering where the visitor wanted to go. */
export const loginUrlFor = (originalUrl: string): string => `/login?${new URLSearchParams({ redirect: originalUrl }).toString()}`
