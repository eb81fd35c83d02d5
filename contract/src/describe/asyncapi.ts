import type { z } from 'zod'
import { describeAccess } from '../access.ts'
import { EVENT_PAYLOADS } from '../game/bridge.events.ts'
import { BRIDGE_NAMESPACE, BridgeAuth, TO_BRIDGE, TO_PORTAL } from '../game/bridge.ts'
import {
  DISPLAY_NAMESPACE,
  DisplayAuth,
  DisplayChange,
  DisplayMap,
  DisplayPlaces,
  DisplayState,
  type DisplayToPortal,
  type PortalToDisplay,
} from '../game/display.ts'
import { REALTIME_PATH } from '../realtime.socket.ts'
import { ROOMS, type RoomName } from '../realtime.ts'
import type { Room } from '../room.ts'
import { ANY_VERSION } from './openapi.ts'
import { createDescriber, type Describer, type Direction, type Json } from './schemas.ts'

const ABOUT = `The portal speaks Socket.IO at \`${REALTIME_PATH}\`.

Pages connect with \`{ apiKey, token }\` as \`auth\` and emit \`join\` with \`{ room, params }\`. The acknowledgement is
\`{ ok: true, key, seq, snapshot }\`, or \`{ ok: false, code, message }\`. After that, \`delta\` carries \`{ key, seq, event, payload }\` with each
change, \`heartbeat\` the current \`seq\` of all joined rooms, and \`closed\` the key of a room that may no longer be listened to. Join again
when a number is missing. \`leave\` with the key ends it.`

type Message = { readonly payload: z.ZodType | null; readonly answer?: z.ZodType | null }
type Messages = Readonly<Record<string, Message>>
type Part = { readonly channels: Json; readonly operations: Json }

const TO_DISPLAY: Readonly<Record<keyof PortalToDisplay, Message>> = {
  state: { payload: DisplayState },
  change: { payload: DisplayChange },
  beat: { payload: DisplayState.shape.seq },
  places: { payload: DisplayPlaces },
  map: { payload: DisplayMap },
  ended: { payload: null },
}
const FROM_DISPLAY: Readonly<Record<keyof DisplayToPortal, Message>> = { refresh: { payload: null } }

/** The AsyncAPI document of rooms, game servers and screens. Schemas among `named` are described once; `about` says what each room is for. */
export function asyncApiDocument(named: Readonly<Record<string, unknown>>, about: Readonly<Record<RoomName, string>>): Json {
  const describer = createDescriber(named)
  const toPortal = { auth: { payload: BridgeAuth }, ...TO_PORTAL }
  const parts = [
    ...Object.values(ROOMS).map((room) => describeRoom(room, about[room.name], describer)),
    describeMessages('bridge.send', BRIDGE_NAMESPACE, TO_BRIDGE, describer),
    describeMessages('bridge.receive', BRIDGE_NAMESPACE, toPortal, describer),
    describeMessages('bridge.events', BRIDGE_NAMESPACE, withoutAnswers(EVENT_PAYLOADS), describer),
    describeMessages('display.send', DISPLAY_NAMESPACE, TO_DISPLAY, describer),
    describeMessages('display.receive', DISPLAY_NAMESPACE, { auth: { payload: DisplayAuth }, ...FROM_DISPLAY }, describer),
  ]
  return {
    asyncapi: '3.0.0',
    info: { title: 'Tenfour live', version: ANY_VERSION, description: ABOUT },
    defaultContentType: 'application/json',
    servers: { portal: { host: 'portal', pathname: REALTIME_PATH, protocol: 'socket.io' } },
    channels: joined(parts.map(({ channels }) => channels)),
    operations: joined(parts.map(({ operations }) => operations)),
    components: { schemas: describer.components() },
  }
}

const joined = (objects: readonly Json[]): Json => Object.fromEntries(objects.flatMap((each) => Object.entries(each)))
const withoutAnswers = (payloads: Readonly<Record<string, z.ZodType>>): Messages =>
  Object.fromEntries(Object.entries(payloads).map(([name, payload]) => [name, { payload }]))

function describeRoom({ name, params, access, featureSwitch, snapshot, events }: Room, summary: string, describer: Describer): Part {
  const fields = Object.keys(describer.describeFields(params).properties)
  const { channels, operations } = describeMessages(
    name,
    [name, ...fields.map((field) => `{${field}}`)].join(':'),
    withoutAnswers({ snapshot, ...events }),
    describer,
  )
  const about = {
    title: name,
    description: `${summary}\n\nFor ${describeAccess(access)}.`,
    ...(featureSwitch ? { 'x-feature': featureSwitch.key } : {}),
    ...(fields.length > 0 ? { parameters: Object.fromEntries(fields.map((field) => [field, {}])) } : {}),
  }
  return { channels: { [name]: { ...about, ...channels[name] } }, operations }
}

/** A channel that the portal sends on, or receives on if its name says so. A message with an answer is an operation of its own. */
function describeMessages(channel: string, address: string, messages: Messages, describer: Describer) {
  const receives = /\.(receive|events)$/.test(channel)
  const [action, io, back] = receives ? (['receive', 'input', 'output'] as const) : (['send', 'output', 'input'] as const)
  const describe = (payload: z.ZodType | null, direction: Direction) => ({
    payload: payload === null ? { type: 'null' } : describer.describe(payload, direction),
  })
  const refer = (name: string) => ({ $ref: `#/channels/${channel}/messages/${name}` })
  const all = Object.entries(messages)
  const operation = (names: readonly string[]) => ({ action, channel: { $ref: `#/channels/${channel}` }, messages: names.map(refer) })
  const plain = all.filter(([, { answer }]) => !answer).map(([name]) => name)
  const described = all.flatMap(([name, { payload, answer }]) => [
    [name, describe(payload, io)],
    ...(answer ? [[answerTo(name), describe(answer, back)]] : []),
  ]) as [string, Json][]
  const answered = all.flatMap(([name, { answer }]) =>
    answer
      ? [
          [
            `${channel}.${name}`,
            { ...operation([name]), reply: { channel: { $ref: `#/channels/${channel}` }, messages: [refer(answerTo(name))] } },
          ],
        ]
      : [],
  ) as [string, Json][]
  return {
    channels: { [channel]: { address, messages: Object.fromEntries(described) } },
    operations: { [channel]: operation(plain), ...Object.fromEntries(answered) },
  }
}
const answerTo = (name: string) => `${name}.answer`
