import { trimmed } from '../values.ts'

/** The code of a link, which stands behind `#` in its address and in the body of a request, never in a path or a query. */
export const LinkCode = trimmed(60).min(1, 'Open the link that you were given, or enter its code')
