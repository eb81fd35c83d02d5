import { NET, type Notice } from '../net.ts'

const SOUND: Readonly<Record<Notice['tone'], readonly [name: string, set: string] | null>> = {
  info: null,
  call: ['CONFIRM_BEEP', 'HUD_MINI_GAME_SOUNDSET'],
  ping: ['Menu_Accept', 'Phone_SoundSet_Default'],
  error: ['ERROR', 'HUD_FRONTEND_DEFAULT_SOUNDSET'],
}

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
const plain = (text: string) => text.replace(/~/g, '-').replace(/\n/g, '~n~')

/** Shows a notice as the game's own notification above its minimap, with a sound. */
export function startNotices(): void {
  onNet(NET.notify, ({ title, text, tone }: Notice) => {
    BeginTextCommandThefeedPost('CELL_EMAIL_BCON')
    const lines = [title && `~h~${plain(title)}~h~`, plain(text)].filter(Boolean).join('~n~')
    for (const piece of piecesOf(lines)) AddTextComponentSubstringPlayerName(piece)
    EndTextCommandThefeedPostTicker(tone !== 'info', true)
    const sound = SOUND[tone]
    if (sound) PlaySoundFrontend(-1, sound[0], sound[1], true)
  })
  onNet(NET.waypoint, (x: number, y: number) => SetNewWaypoint(x, y))
}
