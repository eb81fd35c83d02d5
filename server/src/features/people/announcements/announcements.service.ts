import type { Announcement, AnnouncementInput, PageOf, PageQuery } from '@tenfour/contract'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { toPage } from '../../../platform/database/page.ts'
import { inTransaction, type Emit, type Publish } from '../../../platform/database/transaction.ts'
import { AppError } from '../../../platform/errors.ts'
import { streamRoom, type RoomSource } from '../../../platform/realtime/rooms.ts'
import type { Happened } from '../../../platform/reactions.ts'
import * as repo from './announcements.repo.ts'

type Deps = { readonly db: Db; readonly publish: Publish; readonly happened: Happened }

export function createAnnouncementService({ db, publish, happened }: Deps) {
  return {
    list: (actor: Actor): Promise<Announcement[]> => repo.announcedTo(db, actor.userId),

    listAll: async (query: PageQuery): Promise<PageOf<Announcement>> => {
      const [items, counted] = await Promise.all([repo.everyAnnouncement(db, query), repo.countAnnouncements(db)])
      return toPage(items, counted, query)
    },

    dismiss: async (actor: Actor, announcementId: number) => {
      if (!(await repo.insertDismissal(db, announcementId, actor.userId))) throw noSuchAnnouncement()
      return {}
    },

    create: (actor: Actor, input: AnnouncementInput): Promise<Announcement> =>
      inTransaction(db, publish, async (tx, emit) => {
        await checkDepartment(tx, input)
        checkExpiry(input)
        const announcement = await repo.insertAnnouncement(tx, actor.userId, input)
        await recordAudit(tx, actor, 'announcement.created', {
          subjectType: 'announcement',
          subjectId: announcement.announcementId,
          after: content(announcement),
        })
        await happened('announcementChanged', tx, announcement.announcementId, announcement)
        await emitSaved(emit, announcement)
        return announcement
      }),

    update: (actor: Actor, announcementId: number, { version, ...input }: AnnouncementInput & { version: number }): Promise<Announcement> =>
      inTransaction(db, publish, async (tx, emit) => {
        const before = await repo.lockAnnouncement(tx, announcementId)
        if (!before) throw noSuchAnnouncement()
        if (before.version !== version) throw new AppError('conflict', 'This announcement has changed since you opened it')
        if (input.departmentId !== (before.department?.departmentId ?? null)) await checkDepartment(tx, input)
        // The text of an expired announcement can still be edited.
        if (!isSameInstant(input.expiresAt, before.expiresAt)) checkExpiry(input)
        const after = await repo.updateAnnouncement(tx, announcementId, input)
        await recordAudit(tx, actor, 'announcement.changed', {
          subjectType: 'announcement',
          subjectId: announcementId,
          before: content(before),
          after: content(after),
        })
        await happened('announcementChanged', tx, announcementId, after)
        await emitMoved(emit, before, after)
        return after
      }),

    delete: (actor: Actor, announcementId: number) =>
      inTransaction(db, publish, async (tx, emit) => {
        const before = await repo.lockAnnouncement(tx, announcementId)
        if (!before) throw noSuchAnnouncement()
        await repo.markDeleted(tx, announcementId)
        await recordAudit(tx, actor, 'announcement.deleted', {
          subjectType: 'announcement',
          subjectId: announcementId,
          before: content(before),
        })
        await happened('announcementChanged', tx, announcementId, null)
        await emitDeleted(emit, before)
        return {}
      }),
  }
}

const noSuchAnnouncement = () => new AppError('not_found', 'There is no such announcement')

const content = ({ title, body, department, expiresAt }: Announcement) => ({ title, body, department: department?.name ?? null, expiresAt })

const isSameInstant = (one: string | null, other: string | null) =>
  one === other || (one !== null && other !== null && Date.parse(one) === Date.parse(other))

async function checkDepartment(tx: Tx, { departmentId }: AnnouncementInput): Promise<void> {
  if (departmentId === null || (await repo.isActiveDepartment(tx, departmentId))) return
  throw new AppError('invalid_input', 'There is no such department', 'departmentId')
}

function checkExpiry({ expiresAt }: AnnouncementInput): void {
  if (expiresAt !== null && Date.parse(expiresAt) <= Date.now()) {
    throw new AppError('invalid_input', 'The expiry has to be in the future', 'expiresAt')
  }
}

const audienceOf = ({ department }: Announcement): number => department?.departmentId ?? 0
const emitSaved = (emit: Emit, announcement: Announcement) => {
  const departmentId = audienceOf(announcement)
  return emit('announcements', { departmentId }, 'announcement.saved', announcement)
}
const emitDeleted = (emit: Emit, announcement: Announcement) => {
  const departmentId = audienceOf(announcement)
  return emit('announcements', { departmentId }, 'announcement.deleted', {
    announcementId: announcement.announcementId,
  })
}

/**
 * Moves an announcement between audiences: deleted in one, new in the other. Emitted in the order of audiences, so that concurrent moves can't
 * deadlock.
 */
async function emitMoved(emit: Emit, before: Announcement, after: Announcement): Promise<void> {
  if (audienceOf(before) === audienceOf(after)) return emitSaved(emit, after)
  const steps = [() => emitDeleted(emit, before), () => emitSaved(emit, after)]
  for (const step of audienceOf(before) < audienceOf(after) ? steps : steps.toReversed()) await step()
}

/** The current announcements for everyone, newest first. */
export const currentAnnouncements = (db: Db | Tx): Promise<Announcement[]> => repo.announcedToAudience(db, 0)

/** Announcements contain the department's name, so they are sent again when it changes. */
export async function resendAnnouncements(tx: Tx, emit: Emit, departmentId: number): Promise<void> {
  for (const announcement of await repo.announcedToAudience(tx, departmentId)) await emitSaved(emit, announcement)
}

export const announcementsRoom = (db: Db): RoomSource<'announcements'> =>
  streamRoom(db, 'announcements', (tx, { departmentId }) => repo.announcedToAudience(tx, departmentId))
