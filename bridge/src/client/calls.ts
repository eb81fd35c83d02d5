import { NET, type GameCall } from '../net.ts'
import { piecesOf, plain } from './notices.ts'

/** A round dot, and the game's own colours: red, orange, yellow and blue. */
const SPRITE = 1
const COLOURS: Readonly<Record<number, number>> = { 1: 1, 2: 47, 3: 5, 4: 3 }

/** Shows the player's calls on the map and the minimap, and the way to the one that their unit is on. */
export function startCalls(): void {
  const blips = new Map<number, { readonly blip: number; readonly call: string }>()
  const remove = (callId: number) => {
    const known = blips.get(callId)
    if (known) RemoveBlip(known.blip)
    blips.delete(callId)
  }
  const add = ({ name, priority, x, y, isOwn }: GameCall): number => {
    const blip = AddBlipForCoord(x, y, 0)
    const colour = COLOURS[priority] ?? 3
    SetBlipSprite(blip, SPRITE)
    SetBlipColour(blip, colour)
    SetBlipAsShortRange(blip, false)
    BeginTextCommandSetBlipName('STRING')
    AddTextComponentSubstringPlayerName(piecesOf(plain(name))[0] ?? '')
    EndTextCommandSetBlipName(blip)
    if (isOwn) {
      SetBlipRoute(blip, true)
      SetBlipRouteColour(blip, colour)
    }
    return blip
  }
  const show = (calls: readonly GameCall[]) => {
    const wanted = new Map(calls.map((call) => [call.callId, JSON.stringify(call)]))
    for (const [callId, { call }] of blips) if (wanted.get(callId) !== call) remove(callId)
    for (const call of calls) if (!blips.has(call.callId)) blips.set(call.callId, { blip: add(call), call: wanted.get(call.callId) ?? '' })
  }
  onNet(NET.calls, show)
  on('onResourceStop', (resource: string) => void (resource === GetCurrentResourceName() && show([])))
}
