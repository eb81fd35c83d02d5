import { createServer, type AddressInfo, type Socket } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { untilGiven } from './test-wait.ts'

export type ReceivedMail = {
  readonly from: string
  readonly to: readonly string[]
  readonly raw: string
  readonly text: string
  readonly subject: string
}

export const SMTP_PASSWORD = 'p@ss of the mail server'
const USER = 'portal@example.org'
const refusal = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode })

/** How the mail server treats the next mails. */
type Manner = {
  readonly atSender?: readonly [number, string]
  readonly atRecipient?: readonly [number, string]
  readonly atData?: readonly [number, string]
  /** Closes the connection while the text of a mail arrives. */
  readonly dropsInData?: true
}

/** A real mail server. It offers no encryption unless asked to: its own certificate is one that nobody signed. */
export async function startTestSmtp({ tls = false, secure = false }: { readonly tls?: boolean; readonly secure?: boolean } = {}) {
  const received: ReceivedMail[] = []
  let manner: Manner = {}
  const options: SMTPServerOptions = {
    secure,
    disabledCommands: tls ? [] : ['STARTTLS'],
    authOptional: true,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, callback) =>
      username === USER && password === SMTP_PASSWORD
        ? callback(null, { user: USER })
        : callback(refusal(535, `5.7.8 ${username} with the password ${String(password)} is not known here`)),
    onMailFrom: (_address, _session, callback) => callback(manner.atSender && refusal(...manner.atSender)),
    onRcptTo: (_address, _session, callback) => callback(manner.atRecipient && refusal(...manner.atRecipient)),
    onData: (stream, { envelope }, callback) => {
      const parts: Buffer[] = []
      if (manner.dropsInData) for (const connection of server.connections) connection._socket?.destroy()
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        if (manner.atData) return callback(refusal(...manner.atData))
        const raw = Buffer.concat(parts).toString()
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
        received.push({ from, to: envelope.rcptTo.map(({ address }) => address), raw, ...read(raw) })
        return callback(null, 'Taken as test-1')
      })
    },
  }
  const server = new SMTPServer(options)
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const { port } = server.server.address() as AddressInfo
  const scheme = secure ? 'smtps' : 'smtp'
  return {
    received,
    url: `${scheme}://127.0.0.1:${port}`,
    urlFor: (password: string) => `${scheme}://${encodeURIComponent(USER)}:${encodeURIComponent(password)}@127.0.0.1:${port}`,
    behave: (next: Manner) => {
      manner = next
    },
    /** The next mail to this address, once it has come. */
    mailTo: (address: string, which = 0): Promise<ReceivedMail> =>
      untilGiven(`a mail to ${address}`, async () => received.filter(({ to }) => to.includes(address))[which]),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
export type TestSmtp = Awaited<ReturnType<typeof startTestSmtp>>

/** Takes connections and never says a word, or begins its greeting again and again. */
export async function startSilentServer({ trickles = false } = {}) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    const trickle = setInterval(() => trickles && socket.write('220-One moment\r\n'), 20)
    socket.on('close', () => clearInterval(trickle))
    socket.on('error', () => undefined)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

/** Subject and text of a mail, decoded. */
function read(raw: string): { subject: string; text: string } {
  const end = raw.indexOf('\r\n\r\n')
  const headers = raw.slice(0, end).replace(/\r\n[ \t]+/g, ' ')
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(headers)?.[1] ?? ''
  const body = raw.slice(end + 4)
  const encoding = header('Content-Transfer-Encoding').toLowerCase()
  const text =
    encoding === 'base64'
      ? Buffer.from(body, 'base64').toString()
      : encoding === 'quoted-printable'
        ? quotedPrintable(body.replace(/=\r\n/g, ''))
        : body
  const subject = header('Subject')
    .replace(/\?= =\?/g, '?==?')
    .replace(/=\?utf-8\?(q|b)\?([^?]*)\?=/gi, (_whole, kind: string, word: string) =>
      kind.toLowerCase() === 'b' ? Buffer.from(word, 'base64').toString() : quotedPrintable(word.replaceAll('_', ' ')),
    )
  return { subject, text: text.replaceAll('\r\n', '\n') }
}

const quotedPrintable = (text: string): string =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/gi, (_whole, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString()
