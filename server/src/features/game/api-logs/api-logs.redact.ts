const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
/** As long as the keys and tokens that the portal gives out, or longer. */
const LONG = /[\w~%+=-]{32,}/g
const LONGEST = { path: 300, text: 500, code: 60 } as const

/** Whatever could be a key, a token or a ticket is left out; a request id is none of these. */
const withoutSecrets = (text: string): string => text.replace(LONG, (found) => (UUID.test(found) ? found : '[left out]'))

/** PostgreSQL takes neither the NUL character nor half a character, and one such row would hold up its whole batch. */
const storable = (text: string): string => text.toWellFormed().replace(/[\u0000-\u001f\u007f]/g, ' ')

/** What follows the question mark is never kept: tokens travel there. */
export const safePath = (url: string): string => withoutSecrets(storable(url.split(/[?#]/, 1)[0] ?? '')).slice(0, LONGEST.path)
export const safeText = (text: string): string => withoutSecrets(storable(text)).slice(0, LONGEST.text)
export const safeCode = (code: string): string => storable(code).slice(0, LONGEST.code)
/** As `safeText`, over several lines. */
export const safeLines = (text: string): string => text.split('\n', 30).map(safeText).join('\n')
