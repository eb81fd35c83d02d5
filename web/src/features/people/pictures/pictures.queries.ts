import { getUserPicture } from '@tenfour/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { callForFile } from '../../../platform/api/client.ts'

/** As a data address: a thumbnail is small, and there is nothing to give back. */
const asAddress = (file: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The picture could not be read')))
    reader.readAsDataURL(file)
  })

/** By digest, so that another picture is another entry and none is fetched twice. */
const thumbnailQuery = (userId: number, digest: string | null) =>
  queryOptions({
    queryKey: ['user-picture', userId, digest],
    queryFn: async ({ signal }) =>
      asAddress(await callForFile(getUserPicture, { params: { userId, size: 'thumbnail' }, quiet: true, signal })),
    enabled: digest !== null,
    staleTime: Infinity,
    // Without it the initials are shown: not worth a message, nor a second try.
    retry: false,
    meta: { handled: true },
  })

export const useThumbnail = (userId: number, digest: string | null): string | undefined => useQuery(thumbnailQuery(userId, digest)).data
