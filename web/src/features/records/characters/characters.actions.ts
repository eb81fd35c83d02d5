import {
  createCharacter,
  deleteCharacter,
  deleteCharacterPicture,
  exportCharacters,
  listOwnLookups,
  listOwnRecord,
  playCharacter,
  saveCharacterPicture,
  stopPlaying,
  updateCharacter,
  type CharacterInput,
  type OwnCharacter,
  type PageQuery,
} from '@tenfour/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { ApiError } from '../../../platform/api/api-error.ts'
import { call } from '../../../platform/api/client.ts'
import { downloadFile } from '../../../platform/download/download-file.ts'
import { isTransient, retryTransient } from '../../../platform/query/query-client.ts'
import { keepOwn, OWN_RECORDS_KEY } from '../own-records/own-records.port.ts'

const kept = (character: OwnCharacter): OwnCharacter => {
  keepOwn({ event: 'character.saved', payload: character })
  return character
}

export const addCharacter = async (input: CharacterInput): Promise<OwnCharacter> => kept(await call(createCharacter, { body: input }))

export const saveCharacter = async (characterId: number, version: number, input: CharacterInput): Promise<OwnCharacter> =>
  kept(await call(updateCharacter, { params: { characterId }, body: { ...input, version } }))

export async function removeCharacter({ characterId, version }: OwnCharacter): Promise<void> {
  await call(deleteCharacter, { params: { characterId }, query: { version } })
  keepOwn({ event: 'character.left', payload: { characterId } })
}

export const savePhoto = async (characterId: number, file: File): Promise<OwnCharacter> =>
  kept(await call(saveCharacterPicture, { params: { characterId }, file }))

export const removePhoto = async (characterId: number): Promise<OwnCharacter> =>
  kept(await call(deleteCharacterPicture, { params: { characterId } }))

export const play = async ({ characterId }: OwnCharacter, serverId: number): Promise<OwnCharacter> =>
  kept(await call(playCharacter, { params: { characterId }, body: { serverId } }))

export const stop = async ({ characterId }: OwnCharacter): Promise<OwnCharacter> =>
  kept(await call(stopPlaying, { params: { characterId } }))

/** Everything about one's characters, as a file. */
export async function downloadCharacters(userId: number): Promise<void> {
  const all = await call(exportCharacters, { params: { userId } })
  downloadFile(`characters-${all.exportedAt.slice(0, 10)}.json`, JSON.stringify(all, null, 2), 'application/json')
}

export const ownRecordQuery = (characterId: number, query: PageQuery) =>
  queryOptions({
    queryKey: [...OWN_RECORDS_KEY, 'record', characterId, query],
    queryFn: ({ signal }) => call(listOwnRecord, { params: { characterId }, query, quiet: true, signal }),
    placeholderData: keepPreviousData,
    meta: { handled: true },
  })

/** Null where the community does not show who looked a character up. */
export const ownLookupsQuery = (characterId: number, query: PageQuery) =>
  queryOptions({
    // No change of the member's own records is a lookup: fetched when the page is opened.
    queryKey: ['own-lookups', characterId, query],
    queryFn: ({ signal }) =>
      call(listOwnLookups, { params: { characterId }, query, quiet: true, signal }).catch((error: unknown) => {
        if (error instanceof ApiError && !isTransient(error)) return null
        throw error
      }),
    retry: retryTransient,
    placeholderData: keepPreviousData,
    meta: { handled: true },
  })
