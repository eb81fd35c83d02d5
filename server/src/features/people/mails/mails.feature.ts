import type { Feature } from '../../../platform/feature.ts'
import type { Mails } from './mails.port.ts'
import { createMailQueue } from './mails.queue.ts'
import { createSmtp } from './mails.smtp.ts'

type Deps = Parameters<typeof createMailQueue>[0] & { readonly smtpUrl: string | undefined; readonly mailFrom: string | undefined }

export function mailsFeature(deps: Deps): Feature & { readonly mails: Mails } {
  const { smtpUrl, portalUrl, mailFrom } = deps
  const smtp = smtpUrl !== undefined && portalUrl !== undefined ? createSmtp({ url: smtpUrl, portalUrl, mailFrom }) : undefined
  const { mails, jobs, close } = createMailQueue(deps, smtp)
  return { name: 'mails', jobs, close, mails }
}
