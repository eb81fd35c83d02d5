import { NET, type Notice } from '../net.ts'

const SOUND: Readonly<Record<Notice['tone'], readonly [name: string, set: string] | null>> = {
  info: null,
  call: ['CONFIRM_BEEP', 'HUD_MINI_GAME_SOUNDSET'],
  ping: ['Menu_Accept', 'Phone_SoundSet_Default'],
  error: ['ERROR', 'HUD_FRONTEND_DEFAULT_SOUNDSET'],
}

/** The game takes a text in pieces of 99 bytes, ten of them at most. */
const PIECE = 99
const PIECES = 10

const bytesOf = (character: string) => {
  const code = character.codePointAt(0) ?? 0
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
}

/** Cut between characters, since half of one would end the whole text. */
export function piecesOf(text: string): string[] {
  const pieces: string[] = []
  let [piece, bytes] = ['', 0]
  for (const character of text) {
    if (bytes + bytesOf(character) > PIECE) {
      pieces.push(piece)
      ;[piece, bytes] = ['', 0]
    }
    piece += character
    bytes += bytesOf(character)
  }
  return [...pieces, piece].filter((each) => each !== '').slice(0, PIECES)
}

/** The game reads what is between two of these as an instruction, such as a colour. What people wrote has none. */
const plain = (text: string) => text.replace(/~/g, '-').replace(/\n/g, '~n~')

/** Shown above the game's own map, with a sound of the game. */
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
