import type { EmergencyLine } from '@tenfour/contract'
import { z } from 'zod'
import { ALIASES, BUILT_IN, createCommandRegistry, type CommandKey } from '../command-names.ts'
import type { BridgeConfig } from '../config.ts'
import { NET, type Notice } from '../net.ts'
import type { Texts } from '../texts.ts'
import type { CallsInHand } from './calls-in-hand.ts'
import type { Events, PutResult } from './events.ts'
import type { LimitedAction, Limits } from './limits.ts'
import { coordinatesOf } from './players.ts'
import type { TrafficStops } from './traffic-stops.ts'

/** Status words players type, with the portal's numbers. */
const WORDS: Readonly<Record<string, number>> = {
  oos: 2,
  out: 2,
  is: 3,
  available: 3,
  busy: 4,
  er: 5,
  enroute: 5,
  os: 6,
  scene: 6,
  onscene: 6,
  custody: 7,
}

function statusOf(words: readonly string[]): number | undefined {
  const word = words.join('').toLowerCase()
  const status = Number(word)
  return Number.isInteger(status) && status >= 2 && status <= 7 ? status : Object.hasOwn(WORDS, word) ? WORDS[word] : undefined
}

// Input from clients is untrusted, so it is parsed.
const shortened = (max: number) =>
  z
    .string()
    .transform((text) => text.slice(0, max))
    .catch('')
const Place = z.object({ location: shortened(160), postal: shortened(16) }).catch({ location: '', postal: '' })
/** Only the commands registered by client scripts. */
const Clash = z.object({
  key: z.enum(['emergency', 'nonEmergency', 'panic', 'take', 'trafficStop', 'tablet']),
  owner: z.string().regex(/^[\w.-]{1,64}$/),
})
/** The vehicle that a player's game saw ahead; a plate is a text like any other. */
const Vehicle = z
  .object({ plate: shortened(12).pipe(z.string().trim().min(1)), model: shortened(60) })
  .nullable()
  .catch(null)
const CallKind = z.enum(['emergency', 'nonEmergency'])
/** Longer texts are cut. */
const CallText = z
  .string()
  .transform((text) => text.slice(0, 2000).trim())
  .pipe(z.string().min(1))

type Options = {
  readonly commands: BridgeConfig['commands']
  readonly events: Events
  readonly inHand: Pick<CallsInHand, 'toTake'>
  readonly stops: Pick<TrafficStops, 'press'>
  readonly limits: Limits
  readonly isConnected: () => boolean
  /** The community's emergency numbers. */
  readonly numbers: () => readonly EmergencyLine[]
  /** A player typed the command to link their account, with these words after it. */
  readonly onLink: (source: string, args: readonly string[]) => void
  /** Returns and clears the player's last unanswered ping. */
  readonly takePing: (source: string) => number | undefined
  readonly notify: (source: string, notice: Notice) => void
  readonly texts: Texts
  readonly print: (line: string) => void
}

/** Handles chat commands and events from clients. */
export function startCommands({
  commands,
  events,
  inHand,
  stops,
  limits,
  isConnected,
  numbers,
  onLink,
  takePing,
  notify,
  texts,
  print,
}: Options): void {
  const say = (source: string, text: string, tone: Notice['tone'] = 'info') => notify(source, { title: '', text, tone })

  /** Applies the rate limit and reports errors to the player. */
  const handleLimited = (from: number, action: LimitedAction, work: (source: string) => PutResult | void): void => {
    const source = String(from)
    const limit = limits.take(from, action)
    if (limit === 'refused') say(source, texts('tooMany'), 'error')
    if (limit !== 'allowed') return
    try {
      const result = work(source)
      if (result && !result.isOnDisk && !isConnected()) say(source, texts('notSaved'), 'error')
    } catch {
      say(source, texts('notUnderstood'), 'error')
    }
  }

  onNet(NET.call, (kind: unknown, text: unknown, place: unknown, named: unknown) =>
    handleLimited(source, 'call', (from) => {
      const [service, message] = [CallKind.safeParse(kind), CallText.safeParse(text)]
      if (!service.success) return
      if (!message.success) return say(from, texts('call.sayWhat'), 'error')
      const [type, usual] = service.data === 'emergency' ? (['call-911', '911'] as const) : (['call-311', '311'] as const)
      // A call to a number that was retired meanwhile is a 911 call: calls for help are never refused.
      const line = type === 'call-911' ? numbers().find(({ number: each }) => each === named) : undefined
      const number = line?.number ?? usual
      const caller = (GetPlayerName(from) ?? '').slice(0, 120)
      const result = events.put(type, from, {
        text: message.data,
        caller,
        ...(line && { number }),
        ...Place.parse(place),
        ...coordinatesOf(from),
      })
      if (isConnected()) say(from, texts('call.onItsWay', { number }))
      else say(from, texts('call.saved', { number }))
      return result
    }),
  )
  onNet(NET.panic, (place: unknown) =>
    handleLimited(source, 'panic', (from) => events.put('panic', from, { ...Place.parse(place), ...coordinatesOf(from) })),
  )

  onNet(NET.take, () =>
    handleLimited(source, 'command', (from) => {
      const found = inHand.toTake(from)
      if ('problem' in found) return say(from, found.problem, 'error')
      // Another unit has taken it by the time that the portal is back.
      if (!isConnected()) return say(from, texts('away'), 'error')
      return events.put('call-taken', from, found)
    }),
  )
  onNet(NET.trafficStop, (vehicle: unknown, place: unknown, words: unknown) =>
    handleLimited(source, 'command', (from) => {
      const seen = Vehicle.parse(vehicle)
      return stops.press(from, seen && { ...seen, place: Place.parse(place) }, shortened(200).parse(words).trim())
    }),
  )

  const warned = new Set<CommandKey>()
  const onClash = (key: CommandKey, owner: string) => {
    if (warned.has(key)) return
    warned.add(key)
    const conflict =
      owner === BUILT_IN
        ? 'belongs to FiveM itself, which handles it'
        : `also belongs to the resource ${owner}; the one registered later handles it`
    print(`The command /${commands[key]} ${conflict}. /${ALIASES[key]} always works, and commands.${key} in config.json renames it.`)
  }
  // Conflicts on the client side are reported by clients: each is printed once, and only for resources this server has.
  onNet(NET.clash, (key: unknown, owner: unknown) => {
    const clash = Clash.safeParse({ key, owner })
    if (limits.take(source, 'clash') !== 'allowed' || !clash.success) return
    if (clash.data.owner === BUILT_IN || GetResourceState(clash.data.owner) !== 'missing') onClash(clash.data.key, clash.data.owner)
  })
  const { register: registerCommand } = createCommandRegistry({ commands, onClash })
  const register = (key: CommandKey, handler: (source: string, args: string[]) => PutResult | void) =>
    // The server console has no player, so commands from there are ignored.
    registerCommand(
      key,
      (from, args) => void (from > 0 && handleLimited(from, key === 'link' ? 'link' : 'command', (by) => handler(by, args))),
    )
  register('onDuty', (from, args) => {
    const identifier = args.join(' ').trim()
    if (identifier.length > 16) return say(from, texts('duty.callSign'), 'error')
    return events.put('duty-on', from, identifier === '' ? {} : { identifier })
  })
  register('offDuty', (from) => events.put('duty-off', from, {}))
  register('status', (from, args) => {
    const status = statusOf(args)
    if (status === undefined) return say(from, texts('status.which'), 'error')
    return events.put('status', from, { status })
  })
  register('attach', (from, [number = '']) => {
    if (!/^\d{1,9}$/.test(number)) return say(from, texts('call.which'), 'error')
    return events.put('call-attached', from, { callId: Number(number) })
  })
  register('clear', (from, args) => {
    const disposition = args.join(' ').trim().slice(0, 200)
    return events.put('call-cleared', from, disposition === '' ? {} : { disposition })
  })
  register('link', (from, args) => onLink(from, args))
  register('answer', (from) => {
    const pingId = takePing(from)
    if (pingId === undefined) return say(from, texts('ping.none'))
    return events.put('ping-answered', from, { pingId })
  })
}
