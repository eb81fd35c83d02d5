import { Id } from './values.ts'

/** Apart from what is said about servers: units, calls and whatever else happens on a server name it. */
export const ServerId = Id
