import { getUserPicture } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { callForFile } from '../../../platform/api/client.ts'

/** As a data address: a thumbnail is small, and there is nothing to give back. */
const asAddress = (file: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The picture could not be read')))
    reader.readAsDataURL(file)
  })

/** A picture as an image's address, once it is here. By digest, so that another picture is another entry and none is fetched twice. */
export const usePictureAddress = (
  key: readonly [string, ...(string | number)[]],
  digest: string | null,
  fetchPicture: (signal: AbortSignal) => Promise<Blob>,
): string | undefined =>
  useQuery({
    queryKey: [...key, digest],
    queryFn: async ({ signal }) => asAddress(await fetchPicture(signal)),
    enabled: digest !== null,
    staleTime: Infinity,
    // Without it the initials are shown: not worth a message, nor a second try.
    retry: false,
    meta: { handled: true },
  }).data

export const useThumbnail = (userId: number, digest: string | null): string | undefined =>
  usePictureAddress(['user-picture', userId], digest, (signal) =>
    callForFile(getUserPicture, { params: { userId, size: 'thumbnail' }, quiet: true, signal }),
  )
