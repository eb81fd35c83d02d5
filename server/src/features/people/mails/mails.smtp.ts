import { createTransport, type SMTPTransportOptions } from 'nodemailer'
import { asLine } from './mails.kinds.ts'

export type OutgoingMail = {
  readonly to: string
  readonly subject: string
  readonly text: string
  /** The same for each try, so that a mail that comes twice is recognised. */
  readonly messageId: string
}
/**
 * `refused`: the server will never take this mail. `later`: this mail may be taken later. `away`: no mail gets through now. The answer is the server's
 * own, without secrets, addresses and links.
 */
export type SmtpAnswer = { readonly result: 'sent' | 'refused' | 'later' | 'away'; readonly answer: string }
export type Smtp = {
  /** The address of the mail server, without user and password. */
  readonly server: string
  readonly from: string
  readonly send: (mail: OutgoingMail, fromName: string, signal?: AbortSignal) => Promise<SmtpAnswer>
}

/** Nothing takes longer: neither one step nor the whole mail. */
export const SMTP_TIMEOUTS = { connectMs: 10_000, greetingMs: 10_000, idleMs: 20_000, wholeMs: 45_000 }
const MAX_ANSWER = 300

/** The options of the query that a community may need; all others of nodemailer's are ignored, such as its log of passwords. */
function readUrl(url: string): { options: SMTPTransportOptions; secrets: string[]; user: string } {
  const { protocol, hostname, port, username, password, searchParams } = new URL(url)
  const [user, pass] = [decodeURIComponent(username), decodeURIComponent(password)]
  const isOn = (name: string) => searchParams.get(name) === 'true'
  const options: SMTPTransportOptions = {
    host: hostname.replace(/^\[|\]$/g, ''),
    ...(port === '' ? {} : { port: Number(port) }),
    secure: protocol === 'smtps:',
    requireTLS: isOn('requireTLS'),
    ignoreTLS: isOn('ignoreTLS'),
    tls: { rejectUnauthorized: searchParams.get('tls.rejectUnauthorized') !== 'false' },
    ...(user === '' && pass === '' ? {} : { auth: { user, pass } }),
  }
  const base64 = (text: string) => Buffer.from(text).toString('base64')
  const secrets = [pass, password, base64(pass), base64(`\0${user}\0${pass}`), url].filter((secret) => secret.length > 2)
  return { options, secrets, user }
}

/** The address that mails come from: as set, the account at the mail server, or one at the portal's host. */
function senderOf(user: string, portalUrl: string, mailFrom: string | undefined): string {
  if (mailFrom !== undefined) return mailFrom
  return /^[^\s@<>",]+@[^\s@<>",]+$/.test(user) ? user : `tenfour@${new URL(portalUrl).hostname}`
}

type Options = {
  readonly url: string
  readonly portalUrl: string
  readonly mailFrom: string | undefined
  readonly timeouts?: typeof SMTP_TIMEOUTS
}

export function createSmtp({ url, portalUrl, mailFrom, timeouts = SMTP_TIMEOUTS }: Options): Smtp {
  const { options, secrets, user } = readUrl(url)
  const from = senderOf(user, portalUrl, mailFrom)
  const transport = createTransport({
    ...options,
    connectionTimeout: timeouts.connectMs,
    greetingTimeout: timeouts.greetingMs,
    dnsTimeout: timeouts.connectMs,
    socketTimeout: timeouts.idleMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const readable = (answer: string): string => {
    const cut = secrets.reduce((text, secret) => text.replaceAll(secret, '***'), answer)
    const plain = cut.replace(/\bhttps?:\/\/\S+/gi, '(link)').replace(/[^\s<>@,;:"']+@[^\s<>@,;:"']+/g, '(address)')
    return asLine(plain, MAX_ANSWER) || 'No answer'
  }
  const { protocol, host } = new URL(url)
  return {
    server: `${protocol}//${host}`,
    from,
    send: async ({ to, subject, text, messageId }, fromName, signal) => {
      const whole = AbortSignal.timeout(timeouts.wholeMs)
      try {
        const { response } = await transport.sendMail({
          // As objects, so that a name or an address is never read as a list of several.
          from: { name: asLine(fromName, 80), address: from },
          to: { name: '', address: to },
          envelope: { from, to: [to] },
          subject,
          text,
          messageId,
          headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
          signal: signal ? AbortSignal.any([whole, signal]) : whole,
        })
        return { result: 'sent', answer: readable(response) }
      } catch (error) {
        return { result: resultOf(error), answer: readable(wordsOf(error)) }
      }
    },
  }
}

type SmtpError = Error & {
  readonly code?: unknown
  readonly responseCode?: unknown
  readonly command?: unknown
  readonly response?: unknown
}

/** A sender or a password that is refused says nothing about the mail: an operator can change both. */
function resultOf(error: unknown): SmtpAnswer['result'] {
  const { code, responseCode, command } = error as SmtpError
  if (code !== 'EENVELOPE' && code !== 'EMESSAGE') return 'away'
  const isForGood = typeof responseCode === 'number' && responseCode >= 500
  return isForGood && command !== 'MAIL FROM' ? 'refused' : 'later'
}

function wordsOf(error: unknown): string {
  const { response, message, code } = error as SmtpError
  if (code === 'EABORT') return 'The mail server took too long'
  return typeof response === 'string' && response !== '' ? response : String(message)
}
