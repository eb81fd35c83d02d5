import {
  acceptRegistration,
  answerRegistration,
  askApplicant,
  confirmRegistration,
  declineRegistration,
  finishApplicantDiscord,
  getOwnRegistration,
  getRegistration,
  getRegistrationForm,
  listRegistrations,
  manageUsers,
  openRegistration,
  register,
  registrationDays,
  registrationOpen,
  registrationWork,
  sendRegistrationLink,
  startApplicantDiscord,
  withdrawRegistration,
} from '@tenfour/contract'
import { z } from 'zod'
import type { AttemptGuard } from '../../../platform/auth/attempts.ts'
import type { Db } from '../../../platform/database/database.ts'
import type { Publish } from '../../../platform/database/transaction.ts'
import type { Feature } from '../../../platform/feature.ts'
import { applicantRoute, publicRoute, route, signInRoute } from '../../../platform/http/route.ts'
import { defineJob } from '../../../platform/jobs/jobs.ts'
import { changesRoom } from '../../../platform/realtime/rooms.ts'
import type { Redis } from '../../../platform/redis/redis.ts'
import type { Settings } from '../../../platform/settings/settings.ts'
import { amongThose, counted, ownRoom, type Waiting } from '../../../platform/waiting.ts'
import type { Mails } from '../../people/mails/mails.port.ts'
import { createAuthorize } from '../../people/users/users.port.ts'
import { newcomersConduct } from '../conduct/conduct.port.ts'
import { watchGifts } from '../entitlements/entitlements.port.ts'
import type { ApplicantLinks } from '../links/links.port.ts'
import { createRegistrationDoor } from './registrations.apply.ts'
import { countOpen, findByToken, prune } from './registrations.repo.ts'
import { createRegistrationService } from './registrations.service.ts'

type Deps = {
  readonly db: Db
  readonly publish: Publish
  readonly background: { readonly db: Db }
  readonly redis: Redis | undefined
  readonly settings: Settings
  readonly attempts: AttemptGuard
  readonly mails: Mails
  readonly portalUrl: string | undefined
  readonly links: ApplicantLinks
}

export function registrationsFeature(deps: Deps): Feature {
  const { db, background, settings } = deps
  const door = createRegistrationDoor({ ...deps, conduct: newcomersConduct })
  const registrations = createRegistrationService({ ...deps, authorize: createAuthorize(watchGifts), conduct: newcomersConduct })
  const find = (token: string) => findByToken(db, token)
  return {
    name: 'registrations',
    routes: async (app) => {
      publicRoute(app, getRegistrationForm, () => door.form())
      signInRoute(app, register, (caller, { body }) => door.register(caller, body))
      signInRoute(app, openRegistration, (caller, { body }) => door.open(caller, body))
      publicRoute(app, confirmRegistration, (caller, { body }) => door.confirm(caller, body.code))
      applicantRoute(app, getOwnRegistration, find, (applicant) => door.own(applicant))
      applicantRoute(app, sendRegistrationLink, find, (applicant) => door.sendLink(applicant))
      applicantRoute(app, answerRegistration, find, (applicant, { body }) => door.answer(applicant, body))
      applicantRoute(app, startApplicantDiscord, find, (applicant, { body }) => door.startDiscord(applicant, body.origin))
      applicantRoute(app, finishApplicantDiscord, find, (applicant, { body }) => door.finishDiscord(applicant, body))
      applicantRoute(app, withdrawRegistration, find, (applicant) => door.withdraw(applicant))
      route(app, listRegistrations, (_actor, { query }) => registrations.list(query))
      route(app, getRegistration, (_actor, { params }) => registrations.get(params.registrationId))
      route(app, acceptRegistration, (actor, { params, body }) => registrations.accept(actor, params.registrationId, body))
      route(app, askApplicant, (actor, { params, body }) => registrations.ask(actor, params.registrationId, body))
      route(app, declineRegistration, (actor, { params, body }) => registrations.decline(actor, params.registrationId, body))
    },
    settings: [registrationOpen, registrationWork, registrationDays],
    rooms: { registrations: changesRoom(db, 'registrations') },
    jobs: [
      defineJob({
        name: 'registrations-prune',
        payload: z.object({}),
        dailyAt: '04:41',
        work: () => prune(background.db, settings.get(registrationDays)),
      }),
    ],
    waiting: [openRegistrations],
  }
}

/** The services advance the stream of the room themselves. */
const openRegistrations: Waiting = {
  id: 'registrations',
  access: manageUsers,
  changedBy: [ownRoom('waiting')],
  count: amongThose(
    () => countOpen,
    () => true,
  ),
  words: counted('application to decide', 'applications to decide'),
  path: '/admin/registrations',
}
