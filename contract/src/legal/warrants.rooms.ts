import { z } from 'zod'
import { lookupUnit, self } from '../access.ts'
import { UserId } from '../people/users.ts'
import { WarrantAlert } from '../records/warrant-alerts.ts'
import { defineRoom } from '../room.ts'
import { warrantsSwitch } from './warrants.settings.ts'
import { legalStaff, WarrantChange, WarrantCounts, WarrantDraftSummary, WarrantPlace, WarrantState, WarrantSummary } from './warrants.ts'

export const WARRANT_ROOMS = {
  /**
   * Warrants for legal staff. Confidential warrants, and those that ask to be, are not here: members who may know of one get it in
   * `own-warrants`. The counts are in `own-warrants` too, and include these.
   */
  warrants: defineRoom({
    name: 'warrants',
    params: z.object({}),
    access: legalStaff,
    featureSwitch: warrantsSwitch,
    snapshot: z.object({}),
    events: {
      'warrant.saved': WarrantChange,
      /** The warrant was made confidential, or asks to be. */
      'warrant.left': z.object({ warrantId: z.int(), was: WarrantPlace }),
    },
  }),
  /** A member's drafts, the newest 100 of their warrants that wait, and all confidential warrants that they may know of. */
  'own-warrants': defineRoom({
    name: 'own-warrants',
    params: z.object({ userId: UserId }),
    access: self('userId'),
    featureSwitch: warrantsSwitch,
    snapshot: z.object({
      drafts: z.array(WarrantDraftSummary),
      /** The member's own warrants that are not decided yet. */
      own: z.array(WarrantSummary),
      /** Counts of the lists of Manage Warrants; null for members who are not legal staff. */
      counts: WarrantCounts.nullable(),
    }),
    events: {
      'draft.saved': WarrantDraftSummary,
      'draft.left': z.object({ draftId: z.int() }),
      /** A warrant in any state; a decided one leaves the list. */
      'own.saved': WarrantSummary,
      /** A warrant that is confidential or asks to be, for legal staff. */
      'confidential.saved': WarrantChange,
      /** The warrant is no longer confidential, or the member may no longer know of it. */
      'confidential.left': z.object({ warrantId: z.int(), was: WarrantPlace }),
      /** For units on duty that are to serve a confidential warrant. */
      'alert.saved': WarrantAlert,
      'alert.ended': z.object({ warrantId: z.int(), state: WarrantState }),
    },
  }),
  /** Says to units on duty which warrants became active and which ended. Confidential ones come in `own-warrants`. */
  'active-warrants': defineRoom({
    name: 'active-warrants',
    params: z.object({}),
    access: lookupUnit(),
    featureSwitch: warrantsSwitch,
    snapshot: z.object({}),
    events: { 'alert.saved': WarrantAlert, 'alert.ended': z.object({ warrantId: z.int(), state: WarrantState }) },
  }),
} as const
