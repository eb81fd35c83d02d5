import { FORGOT_PASSWORD_PATH, RESET_LINK_MINUTES, type MailKind } from '@tenfour/contract'

type Context = { readonly community: string; readonly portalUrl: string }
type Written = { readonly subject: string; readonly paragraphs: readonly string[] }
type Write<Data> = (data: Data, context: Context) => Written

const kind = <Data>(write: Write<Data>): Write<Data> => write
const ASK_STAFF = 'set a new password for your account and tell staff'

/** Every kind of mail, with its subject and text. Each text begins with a greeting and ends with the name and address of the community. */
export const MAILS = {
  'new-password': kind<{ link: string }>(({ link }, { community }) => ({
    subject: `New password for ${community}`,
    paragraphs: [
      `Someone asked for a new password for your account at ${community}. To set one, open this link within ${RESET_LINK_MINUTES} minutes. It works once.`,
      link,
      'If you did not ask for it, ignore this mail: your password stays as it is.',
    ],
  })),
  'confirm-address': kind<{ link: string; hours: number }>(({ link, hours }, { community }) => ({
    subject: `Confirm your email address for ${community}`,
    paragraphs: [
      `You asked to use this email address for your account at ${community}. To confirm it, open this link within ${hours} hours. It works once.`,
      link,
      'If you did not ask for it, ignore this mail: nothing changes.',
    ],
  })),
  'address-changed': kind<{ newAddress: string; isConfirmed: boolean }>(({ newAddress, isConfirmed }, { community, portalUrl }) => ({
    subject: `${isConfirmed ? 'New' : 'A new'} email address for your account at ${community}`,
    paragraphs: isConfirmed
      ? [
          `The email address of your account at ${community} is now ${newAddress}. Mails no longer come to this one.`,
          'If that was not you, tell staff: they can set your address back.',
        ]
      : [
          `Someone who is signed in to your account at ${community} asked to change its email address to ${newAddress}. It changes when the link that was sent there is opened.`,
          `If that was not you, change your password now, which also ends that link, and tell staff: ${portalUrl}/user/settings`,
        ],
  })),
  'new-device': kind<{ at: string; address: string; device: string }>(({ at, address, device }, { community, portalUrl }) => ({
    subject: `Sign-in from a new device at ${community}`,
    paragraphs: [
      `Your account at ${community} was signed in to on a device that was not used with it before.`,
      `When: ${at}\nDevice: ${device}\nNetwork address: ${address}`,
      `If that was you, there is nothing to do. If not, ${ASK_STAFF}: ${portalUrl}${FORGOT_PASSWORD_PATH}`,
    ],
  })),
  'confirm-application': kind<{ link: string; hours: number }>(({ link, hours }, { community }) => ({
    subject: `Confirm your application to ${community}`,
    paragraphs: [
      `Someone applied for an account at ${community} with this email address. If that was you, open this link within ${hours} hours to confirm it. It works once.`,
      link,
      'If that was not you, ignore this mail: the application is deleted.',
    ],
  })),
  /** `path` is the page on which the applicant sees how the application stands. */
  'application-answered': kind<{ answer: 'accepted' | 'declined' | 'asked'; words: string; path: string }>(
    ({ answer, words, path }, { community, portalUrl }) => ({
      subject: `Your application to ${community}`,
      paragraphs: [
        {
          accepted: `Your application to ${community} was accepted.`,
          declined: `Your application to ${community} was declined.`,
          asked: `Staff of ${community} have a question about your application.`,
        }[answer],
        ...(words.trim() === '' ? [] : [words.trim()]),
        `${portalUrl}${path}`,
      ],
    }),
  ),
  waiting: kind<{ items: readonly string[] }>(({ items }, { community, portalUrl }) => ({
    subject: `${items.length === 1 ? items[0] : `${items.length} things`} waiting for you at ${community}`,
    paragraphs: [
      `This waits for you at ${community}:`,
      items.map((item) => `- ${item}`).join('\n'),
      `${portalUrl}/user/home`,
      `You get this mail once a day while something waits. To stop it, open your settings: ${portalUrl}/user/settings`,
    ],
  })),
} as const satisfies Record<MailKind, Write<never>>

export type MailData<K extends MailKind> = Parameters<(typeof MAILS)[K]>[0]

/** Mails to many members at once wait for all others. */
export const isBulk = (which: MailKind): boolean => which === 'waiting'

const CONTROL = /[\u0000-\u001f\u007f\u0085\u2028\u2029]+/g
/** One line for a header or a greeting, without characters that could begin another header. */
export const asLine = (text: string, max: number): string => {
  const line = text.replace(CONTROL, ' ').trim()
  return line.length > max
    ? `${line
        .slice(0, max - 1)
        .replace(/\p{Surrogate}$/u, '')
        .trimEnd()}…`
    : line
}

export type MailText = { readonly subject: string; readonly text: string }

export function writeMail<K extends MailKind>(which: K, name: string, data: MailData<K>, context: Context): MailText {
  // The data fits the kind by the type of this function; TypeScript can't follow the key into the table.
  return compose(MAILS[which] as Write<MailData<K>>, name, data, context)
}

/** The mail with which an admin tries the mail server out. It is in no queue. */
export const writeTestMail = (name: string, context: Context): MailText =>
  compose(
    (_, { community }) => ({
      subject: `Test mail from ${community}`,
      paragraphs: ['You asked for this mail on the page Mail of your portal. It came through: the portal can send mails.'],
    }),
    name,
    null,
    context,
  )

function compose<Data>(write: Write<Data>, name: string, data: Data, context: Context): MailText {
  const community = asLine(context.community, 80)
  const { subject, paragraphs } = write(data, { ...context, community })
  const all = [name === '' ? 'Hello,' : `Hello ${asLine(name, 80)},`, ...paragraphs, `${community}\n${context.portalUrl}`]
  return { subject: asLine(subject, 150), text: `${all.join('\n\n')}\n` }
}
