import { hashSecret, readableCode } from './secrets.ts'

const GROUPS = 7
const GROUP_LENGTH = 4

/** 140 random bits, in groups that can be read aloud. Only their hash is stored. */
export const newLinkCode = (): string => Array.from({ length: GROUPS }, () => readableCode(GROUP_LENGTH)).join('-')

/** The same for a code that was typed in another case, or without its dashes. */
export const hashLinkCode = (code: string): Buffer => hashSecret(code.toUpperCase().replace(/[^A-Z0-9]/g, ''))

/** Built from `PORTAL_URL` alone, never from what a browser sent; null where that is not set. Browsers don't send what stands behind `#`. */
export const linkTo = (portalUrl: string | undefined, path: string, code: string): string | null =>
  portalUrl === undefined ? null : `${portalUrl}${path}#${code}`
