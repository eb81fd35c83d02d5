import { z } from 'zod'
import { anyOf, capability, civilian, emergencyUnit, fireUnit, lookupUnit, self } from '../access.ts'
import { defineEndpoint } from '../endpoint.ts'
import { ServerId } from '../ids.ts'
import { pageOf, PageQuery } from '../page.ts'
import { PICTURE_BYTES, PICTURE_TYPES, PictureSize } from '../people/pictures.ts'
import { BirthDayInput, Bytes, Id, IdParam, Instant, InstantInput, trimmed, Version, VersionParam } from '../values.ts'
import { Reason, RecordEvent } from './records.ts'
import { CharacterInput, CharacterName } from './characters.input.ts'
import { Caution, Claim, ClaimToDecide, Deceased, OwnCharacter, OwnRecords } from './characters.ts'

const byCharacter = z.object({ characterId: IdParam })

export const listOwnRecords = defineEndpoint({
  method: 'GET',
  path: '/api/characters',
  summary: "One's own characters with their vehicles, licences and weapons",
  access: civilian,
  response: OwnRecords,
})

export const createCharacter = defineEndpoint({
  method: 'POST',
  path: '/api/characters',
  summary: 'Create a character: for oneself, or, where the community allows it, as a police or fire unit for a civilian on duty',
  access: anyOf(civilian, emergencyUnit()),
  body: CharacterInput.extend({ forUserId: Id.optional() }),
  response: OwnCharacter,
})

export const updateCharacter = defineEndpoint({
  method: 'PUT',
  path: '/api/characters/:characterId',
  summary: 'Change a character of one’s own; what was written before keeps the old name',
  access: civilian,
  params: byCharacter,
  body: CharacterInput.extend({ version: Version }),
  response: OwnCharacter,
})

export const deleteCharacter = defineEndpoint({
  method: 'DELETE',
  path: '/api/characters/:characterId',
  summary: 'Delete a character of one’s own with its vehicles, licences and weapons; what was written about it stays on record',
  access: civilian,
  params: byCharacter,
  query: z.object({ version: VersionParam }),
  response: z.object({}),
})

export const getCharacterPicture = defineEndpoint({
  method: 'GET',
  path: '/api/characters/:characterId/picture/:size',
  summary: 'The photo of a character: for its member, and for police, communications and fire on duty',
  access: anyOf(civilian, emergencyUnit()),
  params: byCharacter.extend({ size: PictureSize }),
  /** Units give the digest from the record that they looked up, so that they see no photo without a lookup. */
  query: z.object({ digest: trimmed(128).optional() }),
  gives: ['image/webp'],
  response: z.object({ type: z.literal('image/webp'), bytes: Bytes, digest: z.string() }),
})

export const saveCharacterPicture = defineEndpoint({
  method: 'PUT',
  path: '/api/characters/:characterId/picture',
  summary: `Upload the photo of a character of one's own, at most ${PICTURE_BYTES / 1_000_000} MB; it replaces the one before`,
  access: civilian,
  params: byCharacter,
  takes: { types: PICTURE_TYPES, bytes: PICTURE_BYTES },
  body: Bytes,
  response: OwnCharacter,
})

export const deleteCharacterPicture = defineEndpoint({
  method: 'DELETE',
  path: '/api/characters/:characterId/picture',
  summary: 'Remove the photo of a character of one’s own',
  access: civilian,
  params: byCharacter,
  response: OwnCharacter,
})

export const playCharacter = defineEndpoint({
  method: 'POST',
  path: '/api/characters/:characterId/play',
  summary: 'Play a character of one’s own on the server where one is on duty as a civilian; it replaces another one played there',
  access: civilian,
  params: byCharacter,
  body: z.object({ serverId: ServerId }),
  response: OwnCharacter,
})

export const stopPlaying = defineEndpoint({
  method: 'POST',
  path: '/api/characters/:characterId/stop',
  summary: 'Stop playing a character',
  access: civilian,
  params: byCharacter,
  response: OwnCharacter,
})

export const declareDead = defineEndpoint({
  method: 'POST',
  path: '/api/characters/:characterId/deceased',
  summary: 'Declare a character dead, as a fire unit on duty',
  access: fireUnit(),
  params: byCharacter,
  body: z.object({ cause: trimmed(500, 'The cause has at most 500 characters').min(1, 'Enter the cause of death') }),
  response: z.object({ deceased: Deceased }),
})

export const undoDeath = defineEndpoint({
  method: 'POST',
  path: '/api/characters/:characterId/alive',
  summary: 'Undo the declaration of a character’s death, as a supervisor',
  access: capability('actOnLicences'),
  params: byCharacter,
  body: z.object({ reason: Reason }),
  response: z.object({ deceased: z.null() }),
})

export const listOwnRecord = defineEndpoint({
  method: 'GET',
  path: '/api/characters/:characterId/record',
  summary: 'Events of a character of one’s own, newest first',
  access: civilian,
  params: byCharacter,
  query: PageQuery,
  response: pageOf(RecordEvent),
})

export const exportCharacters = defineEndpoint({
  method: 'GET',
  path: '/api/characters/export/:userId',
  summary: 'One’s own characters with all that belongs to them and their record, to keep',
  access: self('userId'),
  params: z.object({ userId: IdParam }),
  response: OwnRecords.extend({
    exportedAt: Instant,
    record: z.array(RecordEvent),
    /** The names of fields of characters and vehicles, by their ids. */
    fieldNames: z.record(z.string(), z.string()),
  }),
})

export const addCaution = defineEndpoint({
  method: 'POST',
  path: '/api/characters/:characterId/cautions',
  summary: 'Warn officers about a person, for a time or until withdrawn',
  access: lookupUnit(),
  params: byCharacter,
  body: z.object({
    text: trimmed(80, 'A caution has at most 80 characters').min(1, 'Enter a caution'),
    expiresAt: InstantInput.nullable().default(null),
  }),
  response: Caution,
})

export const withdrawCaution = defineEndpoint({
  method: 'POST',
  path: '/api/characters/:characterId/cautions/:cautionId/withdraw',
  summary: 'Withdraw a caution',
  access: lookupUnit(),
  params: byCharacter.extend({ cautionId: IdParam }),
  response: z.object({}),
})

export const noteCharacter = defineEndpoint({
  method: 'POST',
  path: '/api/characters/noted',
  summary: 'Note a person who is not registered, as a unit of police or communications on duty; a member can claim it later',
  access: lookupUnit(),
  body: z.object({ name: CharacterName, bornOn: BirthDayInput.nullable().default(null), description: CharacterInput.shape.description }),
  response: z.object({ characterId: z.int() }),
})

export const claimRecord = defineEndpoint({
  method: 'POST',
  path: '/api/claims',
  summary: 'Ask to take over what an officer noted: a person of the same name as one’s character, or a vehicle by its plate',
  access: civilian,
  body: z.object({
    characterId: Id,
    /** The plate of the claimed vehicle; without one, the claim is for a person. */
    plate: trimmed(12, 'A plate has at most 12 characters').optional(),
    text: trimmed(500, 'At most 500 characters').default(''),
  }),
  response: Claim,
})

export const withdrawClaim = defineEndpoint({
  method: 'POST',
  path: '/api/claims/:claimId/withdraw',
  summary: 'Withdraw one’s own claim',
  access: civilian,
  params: z.object({ claimId: IdParam }),
  response: Claim,
})

export const listClaims = defineEndpoint({
  method: 'GET',
  path: '/api/claims',
  summary: 'Claims to decide, oldest first',
  access: capability('actOnLicences'),
  query: PageQuery,
  response: pageOf(ClaimToDecide),
})

export const decideClaim = defineEndpoint({
  method: 'POST',
  path: '/api/claims/:claimId/decide',
  summary: 'Grant or refuse a claim; nobody decides their own',
  access: capability('actOnLicences'),
  params: z.object({ claimId: IdParam }),
  body: z.object({ isGranted: z.boolean(), reason: trimmed(500, 'A reason has at most 500 characters').default('') }),
  response: ClaimToDecide,
})
