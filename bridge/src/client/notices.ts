import { NET, type GameSetup, type Notice } from '../net.ts'

// Apart from `main.ts`: in the entry of a bundle, `exports` would be the bundle's own, not FiveM's.

const SOUND: Readonly<Record<Notice['tone'], readonly [name: string, set: string] | null>> = {
  info: null,
  call: ['CONFIRM_BEEP', 'HUD_MINI_GAME_SOUNDSET'],
  ping: ['Menu_Accept', 'Phone_SoundSet_Default'],
  error: ['ERROR', 'HUD_FRONTEND_DEFAULT_SOUNDSET'],
}
const SHOWN_MS: Readonly<Record<Notice['tone'], number>> = { info: 6000, call: 12_000, ping: 12_000, error: 8000 }

/** The game accepts text in at most ten pieces of 99 bytes each. */
const PIECE_BYTES = 99
const MAX_PIECES = 10

const bytesOf = (character: string) => {
  const code = character.codePointAt(0) ?? 0
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
}

/** Splits between characters: a partial UTF-8 sequence would end the whole text. */
export function piecesOf(text: string): string[] {
  const pieces: string[] = []
  let [piece, bytes] = ['', 0]
  for (const character of text) {
    if (bytes + bytesOf(character) > PIECE_BYTES) {
      pieces.push(piece)
      ;[piece, bytes] = ['', 0]
    }
    piece += character
    bytes += bytesOf(character)
  }
  return [...pieces, piece].filter((each) => each !== '').slice(0, MAX_PIECES)
}

/** The game interprets text between tildes as formatting, so they are replaced in user text. */
export const plain = (text: string) => text.replace(/~/g, '-').replace(/\n/g, '~n~')

/**
 * ox_lib shows descriptions, and only these, as Markdown: web/src/features/notifications/NotificationWrapper.tsx of CommunityOx/ox_lib at a8bf225. Without this, anyone who calls 911 could have a
 * picture loaded by those who see the call. qbx_core hands its notices to ox_lib, a caption as the description: client/functions.lua of
 * Qbox-project/qbx_core at 959b77b.
 */
const asMarkdown = (text: string) => text.replace(/[\\`*_[\]!#<>|~&]/g, '\\$&').replace(/\n/g, '  \n')
/** qb-core puts texts into its page as HTML: html/js/app.js of qbcore-framework/qb-core at 37d3b84. */
const asHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`).replace(/\n/g, '<br>')
/**
 * esx_notify knows the game's colours and `<br>`, and shows the rest as it is: nui/js/script.js of [core]/esx_notify of esx-framework/esx_core at
 * c0260923. A resource that replaces esx_notify may take HTML.
 */
const asEsx = (text: string) => text.replace(/~/g, '-').replace(/</g, '‹').replace(/>/g, '›').replace(/&/g, '+').replace(/\n/g, '<br>')

const isRunning = (resource: string) => GetResourceState(resource) === 'started'

type Show = (notice: Notice) => void
const byOxLib: Show = ({ title, text, tone }) => {
  const type = tone === 'error' ? 'error' : tone === 'info' ? 'inform' : 'warning'
  const show = exports['ox_lib']?.['notify']
  if (!show) throw new Error('ox_lib has no notify')
  show({ ...(title && { title }), description: asMarkdown(text), type, duration: SHOWN_MS[tone] })
}
const byEsx: Show = ({ title, text, tone }) => {
  const lines = [title, text].filter(Boolean).map(asEsx).join('<br>')
  emit('esx:showNotification', lines, tone === 'error' ? 'error' : 'info', SHOWN_MS[tone])
}
const byQb =
  (escape: (text: string) => string, escapeTitle: (text: string) => string): Show =>
  ({ title, text, tone }) => {
    const type = tone === 'error' ? 'error' : tone === 'info' ? 'primary' : 'warning'
    const shown = title === '' ? escape(text) : { text: escapeTitle(title), caption: escape(text) }
    emit('QBCore:Notify', shown, type, SHOWN_MS[tone])
  }
const byGame: Show = ({ title, text, tone }) => {
  BeginTextCommandThefeedPost('CELL_EMAIL_BCON')
  const lines = [title && `~h~${plain(title)}~h~`, plain(text)].filter(Boolean).join('~n~')
  for (const piece of piecesOf(lines)) AddTextComponentSubstringPlayerName(piece)
  EndTextCommandThefeedPostTicker(tone !== 'info', true)
}

/** In the order in which they are looked for: qbx_core provides qb-core. */
const FRAMEWORKS: readonly (readonly [resource: string, show: Show])[] = [
  ['qbx_core', byQb(asMarkdown, (title) => title)],
  ['qb-core', byQb(asHtml, asHtml)],
  ['es_extended', byEsx],
]

function notifierFor(notifications: GameSetup['notifications']): Show {
  if ((notifications === 'auto' || notifications === 'ox_lib') && isRunning('ox_lib')) return byOxLib
  if (notifications === 'auto' || notifications === 'framework') {
    const framework = FRAMEWORKS.find(([resource]) => isRunning(resource))
    if (framework) return framework[1]
  }
  return byGame
}

/** Shows notices as the server's other resources show theirs, with a sound. `notifications` is undefined until the configuration has come. */
export function startNotices(notifications: () => GameSetup['notifications'] | undefined): void {
  onNet(NET.notify, (notice: Notice) => {
    try {
      notifierFor(notifications() ?? 'game')(notice)
    } catch {
      // The other resource stopped or changed: a notice in another place is better than none.
      byGame(notice)
    }
    const sound = SOUND[notice.tone]
    if (sound) PlaySoundFrontend(-1, sound[0], sound[1], true)
  })
}
