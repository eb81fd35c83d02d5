import { Id } from './values.ts'

/** In a file of its own because units, calls and everything else that happens on a server refer to it. */
export const ServerId = Id
