const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
/** At least as long as the keys and tokens the portal issues. */
const LONG = /[\w~%+=-]{32,}/g
const LONGEST = { path: 300, text: 500, code: 60 } as const

/** Removes anything that could be a key, a token or a ticket, but keeps request ids. */
const withoutSecrets = (text: string): string => text.replace(LONG, (found) => (UUID.test(found) ? found : '[left out]'))

/** PostgreSQL rejects NUL characters and lone surrogates, and one such row would block its whole batch. */
const storable = (text: string): string => text.toWellFormed().replace(/[\u0000-\u001f\u007f]/g, ' ')

/** Drops the query string: it may contain tokens. */
export const safePath = (url: string): string => withoutSecrets(storable(url.split(/[?#]/, 1)[0] ?? '')).slice(0, LONGEST.path)
export const safeText = (text: string): string => withoutSecrets(storable(text)).slice(0, LONGEST.text)
export const safeCode = (code: string): string => storable(code).slice(0, LONGEST.code)
/** Like `safeText`, for several lines. */
export const safeLines = (text: string): string => text.split('\n', 30).map(safeText).join('\n')
