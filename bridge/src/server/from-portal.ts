import { UNIT_CLASS, type BridgeSettings, type WhichPlayer } from '@tenfour/contract'
import type { BridgeConfig } from '../config.ts'
import { NET, type Notice } from '../net.ts'
import type { Texts } from '../texts.ts'
import type { AceGroups } from './ace-groups.ts'
import type { CallsInHand } from './calls-in-hand.ts'
import type { Penalties } from './penalties.ts'
import { everySource, identifiersOf, sourceNamed, steamOf } from './players.ts'
import type { PortalHandlers } from './portal.ts'
import type { TrafficStops } from './traffic-stops.ts'
import type { Units } from './units.ts'
import type { Whitelist } from './whitelist.ts'

type Options = {
  readonly config: BridgeConfig
  readonly whitelist: Whitelist
  readonly aceGroups: AceGroups
  readonly units: Units
  readonly inHand: CallsInHand
  readonly stops: Pick<TrafficStops, 'isOwn'>
  readonly penalties: Penalties
  readonly notify: (source: string, notice: Notice) => void
  readonly sendKeyFrame: () => void
  readonly onSettings: (settings: BridgeSettings) => void
  readonly onLinked: (source: string) => void
  readonly onPing: (source: string, pingId: number) => void
  readonly texts: Texts
  readonly print: (line: string) => void
}

/** Unit classes that receive BOLOs. */
const LOOKS_UP: readonly number[] = [UNIT_CLASS.Leo, UNIT_CLASS.Comms]

/** Handlers for the portal's messages. Most also emit an event for other resources. */
export function fromPortal({
  config,
  whitelist,
  aceGroups,
  units,
  inHand,
  stops,
  penalties,
  notify,
  sendKeyFrame,
  onSettings,
  onLinked,
  onPing,
  texts,
  print,
}: Options): PortalHandlers {
  const notifyPlayer = (player: WhichPlayer, notice: Notice) => {
    const source = sourceNamed(player)
    if (source !== undefined) notify(source, notice)
    return source
  }
  return {
    whitelist: (list) => {
      whitelist.replace(list)
      return whitelist.current()
    },
    settings: onSettings,
    'whitelist.changed': (change) => {
      whitelist.change(change)
      return whitelist.current()
    },
    'ace-groups': (list) => aceGroups.replace(list),
    unit: (unit) => {
      units.save(unit)
      emit('tenfour:unit', unit)
    },
    'call.assigned': ({ steam, source: named, call }) => {
      const source = sourceNamed({ steam, source: named })
      if (source !== undefined) inHand.assigned(source, call, stops.isOwn(source, call))
      emit('tenfour:callAssigned', steam, call, Number(source ?? 0))
    },
    'call.changed': ({ call }) => {
      inHand.changed(call)
      emit('tenfour:callChanged', call)
    },
    'call.cleared': ({ callId }) => {
      inHand.cleared(callId)
      emit('tenfour:callCleared', callId)
    },
    'call.offered': (offer) => {
      inHand.offered(offer)
      emit('tenfour:callOffered', offer.call, offer.to)
    },
    'call.withdrawn': (withdrawn) => {
      inHand.withdrawn(withdrawn)
      emit('tenfour:callWithdrawn', withdrawn.callId, withdrawn.by)
    },
    ping: ({ steam, source: named, pingId, kind, from, message }) => {
      const question = kind === 'welfare' ? texts('ping.welfare') : message || texts('ping.radio')
      const { answer: command } = config.commands
      const text = command === '' ? question : `${question} ${texts('ping.hint', { command })}`
      const source = notifyPlayer({ steam, source: named }, { title: from || texts('dispatch'), text, tone: 'ping' })
      if (source !== undefined) onPing(source, pingId)
    },
    bolo: (bolo) => {
      const { kind, plate, name, description, reason, from } = bolo
      const what = [kind === 'vehicle' ? plate : name, description].filter(Boolean).join(', ')
      const notice: Notice = {
        title: from ? texts('bolo.titleFrom', { unit: from }) : texts('bolo.title'),
        text: `${what}. ${reason}`,
        tone: 'ping',
      }
      for (const [source, { unitClass }] of units.entries()) if (LOOKS_UP.includes(unitClass)) notify(source, notice)
      emit('tenfour:bolo', bolo)
    },
    penalty: (message) => penalties.receive(message),
    announcement: ({ title, text }) => emitNet(NET.notify, -1, { title, text, tone: 'info' }),
    kick: ({ steam, reason }) => {
      if (!config.whitelist.kickOnRemoval) return
      for (const source of everySource()) if (steamOf(source) === steam) DropPlayer(source, reason)
    },
    'player.barred': ({ source, identifiers, reason }) => {
      const player = String(source)
      const { steam, license, license2, discord } = identifiersOf(player)
      const isThem = [
        [steam, identifiers.steam],
        [license, identifiers.license],
        [license2, identifiers.license2],
        [discord, identifiers.discord],
      ].some(([own, told]) => own !== undefined && own === told)
      if (isThem) DropPlayer(player, reason)
    },
    'player.linked': ({ source, isLinked }) => {
      if (isLinked) onLinked(String(source))
      emit('tenfour:linked', source, isLinked)
    },
    'positions.key': () => sendKeyFrame(),
    replaced: () => print('Another game server has connected with the same key and replaced this one. Each server needs a key of its own.'),
    ended: () => print('The key of this server was revoked or has expired. Issue another in Manage Servers, and set tenfour_key to it.'),
  }
}
