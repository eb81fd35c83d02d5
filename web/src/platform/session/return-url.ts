export const DEFAULT_RETURN_URL = '/user/home'

const NOT_CARRIED = ['token', 'returnUrl', 'redirect']
// Any origin would do: it is only there to see whether a path leaves it.
const HERE = 'https://portal.invalid'

/** Whether following this would stay on this origin, judged as a browser would read it. */
export function isOwnPath(path: string): boolean {
  // Browsers drop tabs and newlines and read a backslash as a slash, so such a path may lead elsewhere than it seems to.
  if (!path.startsWith('/') || path.startsWith('//') || /[\\\u0000-\u0020\u007f]/.test(path)) return false
  return URL.parse(path, HERE)?.origin === HERE
}

/**
 * Where the login page leads on: `returnUrl`, then `redirect`, then home; with every other query parameter but the token added.
 * A parameter the return URL already has is left as it is there.
 */
export function returnUrlFrom(search: string): string {
  const given = new URLSearchParams(search)
  const wanted = [given.get('returnUrl'), given.get('redirect')].find((path) => path !== null && isOwnPath(path) && !leadsToLogin(path))
  const target = new URL(wanted ?? DEFAULT_RETURN_URL, HERE)
  const own = new Set(target.searchParams.keys())
  for (const [name, value] of given) {
    if (!NOT_CARRIED.includes(name) && !own.has(name)) target.searchParams.append(name, value)
  }
  // A path such as /.//evil is only recognisable once its dots are resolved.
  return isOwnPath(target.pathname) ? target.pathname + target.search + target.hash : DEFAULT_RETURN_URL
}

/** Returning to the login page would ask the login guard again, without end. */
const leadsToLogin = (path: string): boolean => /^\/login\/?$/i.test(new URL(path, HERE).pathname)

/** The login page, remembering where the visitor wanted to go. */
export const loginUrlFor = (originalUrl: string): string => `/login?${new URLSearchParams({ redirect: originalUrl }).toString()}`
