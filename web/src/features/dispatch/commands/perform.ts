import type { Intent, RunDeps } from '../../../panels/commands/command.ts'
import { creating, type BoardActions, type NewCall } from '../board/board.port.ts'

/** The dependencies of commands. */
export type CommandDeps = RunDeps & {
  readonly actions: BoardActions
  readonly ownUserId: number
  readonly setOwnStatus: (status: number) => Promise<boolean>
  /** For the status of another unit. */
  readonly setStatusOf: (userId: number, status: number) => Promise<boolean>
  readonly openCall: (callId: number) => void
  readonly onCreated: (callId: number) => void
  readonly showOnMap: (call: { readonly callId: number; readonly x: number; readonly y: number }) => void
  readonly showUnit: (userId: number) => void
  readonly openForm: (prefill: Partial<NewCall>) => void
  readonly openHelp: () => void
}

/** Runs a command and returns whether it succeeded. The actions report errors themselves. */
export async function perform(intent: Intent, deps: CommandDeps): Promise<boolean> {
  const { actions } = deps
  switch (intent.kind) {
    case 'status':
      return intent.userId === deps.ownUserId ? deps.setOwnStatus(intent.status) : deps.setStatusOf(intent.userId, intent.status)
    case 'assign':
      return actions.assign(intent.userIds, intent.callId)
    case 'release':
      return actions.release(intent.userIds)
    case 'create': {
      const { callTypeId, location, narrative, unitIds } = intent
      const callId = await creating(() => actions.createCall({ callTypeId, location, narrative, unitIds: [...unitIds] }))
      if (callId !== undefined) deps.onCreated(callId)
      return callId !== undefined
    }
    case 'clear':
      return actions.clear(intent.callId, intent.disposition)
    case 'log':
      return actions.addLog(intent.callId, intent.message)
    case 'merge':
      return actions.merge(intent.callId, intent.into)
    case 'transfer':
      return actions.transfer(intent.callId, intent.to)
    case 'primary':
      return actions.setPrimary(intent.callId, intent.userId)
    case 'ping':
      return actions.ping(intent.userId, intent.message)
    case 'tone':
      return actions.tone({ classes: [...intent.classes], message: intent.message })
    case 'channel':
      return actions.setChannel(intent.userId, intent.channel)
    case 'beat':
      return actions.setBeat(intent.userId, intent.beatId)
    case 'panic':
      return (await actions.panic(intent.userId)) !== undefined
    case 'open':
      deps.openCall(intent.callId)
      return true
    case 'map':
      deps.showOnMap(intent)
      return true
    case 'select':
      deps.showUnit(intent.userId)
      return true
    case 'form':
      deps.openForm(intent.callTypeId === undefined ? {} : { callTypeId: intent.callTypeId })
      return true
    case 'help':
      deps.openHelp()
      return true
    case 'run':
      return intent.run(deps)
  }
}
