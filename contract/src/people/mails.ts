import { z } from 'zod'

/** The subjects of mails that the portal sends. */
export const MailKind = z.enum(['new-password', 'confirm-address', 'address-changed', 'new-device', 'application-answered', 'waiting'])
export type MailKind = z.infer<typeof MailKind>

/** `failed`: the mail server refused it, or every try failed. `dropped`: it was over a limit and never tried. */
export const MailState = z.enum(['waiting', 'sent', 'failed', 'dropped'])
export type MailState = z.infer<typeof MailState>
