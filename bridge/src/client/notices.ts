import { NET, type Notice } from '../net.ts'

const SOUND: Readonly<Record<Notice['tone'], readonly [name: string, set: string] | null>> = {
  info: null,
  call: ['CONFIRM_BEEP', 'HUD_MINI_GAME_SOUNDSET'],
  ping: ['Menu_Accept', 'Phone_SoundSet_Default'],
  error: ['ERROR', 'HUD_FRONTEND_DEFAULT_SOUNDSET'],
}

/** Shown above the game's own map, with a sound of the game. */
export function startNotices(): void {
  onNet(NET.notify, ({ title, text, tone }: Notice) => {
    BeginTextCommandThefeedPost('STRING')
    AddTextComponentSubstringPlayerName([title && `~h~${title}~h~`, text].filter(Boolean).join('~n~').slice(0, 390))
    EndTextCommandThefeedPostTicker(tone !== 'info', true)
    const sound = SOUND[tone]
    if (sound) PlaySoundFrontend(-1, sound[0], sound[1], true)
  })
  onNet(NET.waypoint, (x: number, y: number) => SetNewWaypoint(x, y))
}
