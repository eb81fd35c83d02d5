import type { BridgeConfig } from '../config.ts'
import { CallKind, CallText, NET, Place, type Notice } from '../net.ts'
import type { Events } from './events.ts'
import { STATUS_HELP, statusOf } from './status-words.ts'

type Options = {
  readonly commands: BridgeConfig['commands']
  readonly events: Events
  readonly notify: (source: string, notice: Notice) => void
}

/** Where a player is: what the server sees counts, not what their game says. */
export function standing(source: string): { x: number; y: number } {
  const [x = 0, y = 0] = GetEntityCoords(GetPlayerPed(source))
  return { x: Math.round(x * 10) / 10, y: Math.round(y * 10) / 10 }
}

/** What players can do: the commands of the chat, and what their game sends. */
export function startCommands({ commands, events, notify }: Options): void {
  const say = (source: string, text: string, tone: Notice['tone'] = 'info') => notify(source, { title: '', text, tone })

  onNet(NET.call, (kind: unknown, text: unknown, place: unknown) => {
    const from = String(source)
    const [service, said] = [CallKind.safeParse(kind), CallText.safeParse(text)]
    if (!service.success) return
    if (!said.success) return say(from, 'Say what happened: the command, and then in a few words what and where.', 'error')
    const caller = GetPlayerName(from) ?? ''
    events.put(service.data === 'emergency' ? 'call-911' : 'call-311', from, {
      text: said.data,
      caller,
      ...Place.parse(place),
      ...standing(from),
    })
    say(from, service.data === 'emergency' ? 'Your call to 911 is on its way.' : 'Your call to 311 is on its way.')
  })
  onNet(NET.panic, (place: unknown) => void events.put('panic', String(source), { ...Place.parse(place), ...standing(String(source)) }))

  const register = (name: string, handler: (source: string, args: string[]) => void) => {
    // From the server's console there is nobody it could be about.
    if (name !== '') RegisterCommand(name, (from, args) => void (from > 0 && handler(String(from), args)), false)
  }
  register(commands.onDuty, (from, args) => void events.put('duty-on', from, args[0] === undefined ? {} : { identifier: args.join(' ') }))
  register(commands.offDuty, (from) => void events.put('duty-off', from, {}))
  register(commands.status, (from, args) => {
    const status = statusOf(args)
    if (status === undefined) return say(from, `Which status? ${STATUS_HELP}.`, 'error')
    events.put('status', from, { status })
  })
  register(commands.attach, (from, [number = '']) => {
    const callId = Number(number)
    if (!Number.isInteger(callId) || callId < 0 || number === '')
      return say(from, 'Which call? Say its number, or 0 to leave yours.', 'error')
    events.put('call-attached', from, { callId })
  })
  register(commands.clear, (from, args) => {
    const disposition = args.join(' ').slice(0, 200)
    events.put('call-cleared', from, disposition === '' ? {} : { disposition })
  })
}
