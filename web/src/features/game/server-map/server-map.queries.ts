import { getServerMapImage, type MapBackdrop, type MapCalibration, type MapImage, type Postal } from '@tenfour/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { callForFile } from '../../../platform/api/client.ts'
import type { Backdrop } from '../../../map/engine/backdrop.ts'
import { serverMapQuery, usePostals } from '../../../map/postals.queries.ts'
import { imageExtent, tilesExtent } from '../../../map/engine/world.ts'

const imageQuery = (serverId: number, digest: string) =>
  queryOptions({
    queryKey: ['server-map-image', serverId, digest],
    queryFn: ({ signal }) => callForFile(getServerMapImage, { params: { serverId }, quiet: true, signal }),
    staleTime: Infinity,
    meta: { handled: true },
  })

const ISLAND: Backdrop = { kind: 'island' }

/** A server's map background and postals. Falls back to the built-in map while loading and on failure. */
export function useServerMap(serverId: number): { readonly backdrop: Backdrop; readonly postals: readonly Postal[] } {
  const { data: map } = useQuery(serverMapQuery(serverId))
  const postals = usePostals(serverId)
  const address = useMapImage(serverId, map?.backdrop.kind === 'image' ? map.image : null)
  const backdrop = useMemo(() => (map ? backdropOf(map.backdrop, map.image, address) : ISLAND), [map, address])
  return { backdrop, postals }
}

/** An object URL for the image, which needs authorization to fetch. */
export function useMapImage(serverId: number, image: MapImage | null): string | null {
  const { data: file } = useQuery({ ...imageQuery(serverId, image?.digest ?? ''), enabled: image !== null })
  const [made, setMade] = useState<{ readonly file: Blob; readonly address: string } | null>(null)
  useEffect(() => {
    if (!file) return
    const address = URL.createObjectURL(file)
    // oxlint-disable-next-line react/set-state-in-effect -- the object URL is created here and has to be revoked
    setMade({ file, address })
    return () => URL.revokeObjectURL(address)
  }, [file])
  return image && made && made.file === file ? made.address : null
}

export function backdropOf(backdrop: MapBackdrop, image: MapImage | null, address: string | null): Backdrop {
  if (backdrop.kind === 'tiles') {
    const { url, tileSize, maxZoom, calibration } = backdrop
    return { kind: 'tiles', url, tileSize, maxZoom, extent: tilesExtent(calibration, tileSize * 2 ** maxZoom) }
  }
  if (backdrop.kind === 'image' && image && address) return { kind: 'image', url: address, extent: extentOf(backdrop.calibration, image) }
  return ISLAND
}

const extentOf = (calibration: MapCalibration, { width, height }: MapImage) => imageExtent(calibration, width, height)
