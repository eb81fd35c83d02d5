import {
  choosePlayedDepartments,
  EveningStep,
  getFirstEvening,
  goWithoutDiscord,
  showFirstEvening,
  type FirstEvening,
} from '@tenfour/contract'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import type { Feature } from '../../../platform/feature.ts'
import { route } from '../../../platform/http/route.ts'
import { playDepartments } from '../../people/departments/departments.port.ts'
import { readDone, readState, writeState, type EveningState } from './first-evening.repo.ts'

/** The checklist with which a founder sets up a new portal, on top of the home page of admins. */
export function firstEveningFeature({ db }: { readonly db: Db }): Feature {
  const evening = createFirstEvening({ db })
  return {
    name: 'first-evening',
    routes: async (app) => {
      route(app, getFirstEvening, () => read(db))
      route(app, showFirstEvening, (_actor, { body }) => evening.change({ shown: body.isOpen ? 'calledBack' : 'putAway' }))
      route(app, goWithoutDiscord, (_actor, { body }) => evening.change({ isWithoutDiscord: body.isWithoutDiscord }))
      route(app, choosePlayedDepartments, (actor, { body }) => evening.play(actor, body.departmentIds))
    },
  }
}

const createFirstEvening = ({ db }: { readonly db: Db }) => ({
  change: (part: Partial<EveningState>): Promise<FirstEvening> =>
    db.transaction().execute(async (tx) => {
      await writeState(tx, part)
      return read(tx)
    }),

  play: (actor: Actor, departmentIds: readonly number[]): Promise<FirstEvening> =>
    db.transaction().execute(async (tx) => {
      await playDepartments(tx, actor, departmentIds)
      await writeState(tx, { hasChosenDepartments: true })
      return read(tx)
    }),
})

async function read(db: Db | Tx): Promise<FirstEvening> {
  const { shown, hasChosenDepartments, isWithoutDiscord } = await readState(db)
  const { steps, accounts } = await readDone(db)
  const isSaid = (step: EveningStep) => (step === 'departments' && hasChosenDepartments) || (step === 'discord' && isWithoutDiscord)
  const done = EveningStep.options.filter((step) => isSaid(step) || steps.includes(step))
  const isDone = done.length === EveningStep.options.length
  // The end of a simulated game takes its server and calls along: a list that was done does not come back with it.
  if (isDone && shown === 'untilDone') await writeState(db, { shown: 'putAway' })
  return { isOpen: shown === 'calledBack' || (shown === 'untilDone' && !isDone), done, accounts, isWithoutDiscord }
}
