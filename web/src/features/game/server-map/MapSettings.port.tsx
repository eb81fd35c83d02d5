import { Button, FileButton, NumberInput, SegmentedControl, Select, TextInput } from '@mantine/core'
import { MAP_IMAGE_TYPES, MapBackdrop, saveServerMap, saveServerMapImage, type ServerMap } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { useState, useEffect } from 'react'
import { call } from '../../../platform/api/client.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { queryClient } from '../../../platform/query/query-client.ts'
import { errorInfo, type ErrorInfo } from '../../../ui/error-info.ts'
import { FormError } from '../../../ui/FormError.tsx'
import { PageError, PageLoading } from '../../../ui/PageStates.tsx'
import { serverMapQuery } from '../../../map/postals.queries.ts'
import { CalibrationFields, NO_POINT, type DraftPoints } from './CalibrationFields.tsx'
import classes from './MapSettings.module.css'
import { PostalSettings } from './PostalSettings.tsx'
import { backdropOf, useMapImage } from './server-map.queries.ts'
import { Stack } from '../../../ui/layout.tsx'
import { useShownTheme } from '../../../ui/ThemeProvider.tsx'
import type { Backdrop } from '../../../map/engine/backdrop.ts'
import { useEngine } from '../../../map/use-engine.ts'

/** A server's map background and postals; for admins. */
export function MapSettings({ serverId }: { serverId: number }) {
  const map = useQuery(serverMapQuery(serverId))
  /** The kind selected here; the saved one stays in effect until another is saved. */
  const [kind, setKind] = useState<MapBackdrop['kind'] | null>(null)
  if (map.isPending) return <PageLoading label="Loading the map's settings" rows={3} />
  if (map.isError) return <PageError error={map.error} onRetry={map.refetch} />
  return (
    <Stack>
      <BackdropSettings
        key={`${map.data.version}:${map.data.image?.digest}`}
        map={map.data}
        kind={kind ?? map.data.backdrop.kind}
        onKind={setKind}
      />
      <PostalSettings map={map.data} onSaved={keep} />
    </Stack>
  )
}

const keep = (saved: ServerMap): void => void queryClient.setQueryData(serverMapQuery(saved.serverId).queryKey, saved)

/** Replaces the "not a number" message for empty fields. */
const missingWords = (message: string | undefined): string =>
  message === undefined || message.startsWith('Invalid')
    ? 'Fill in both points: where they are in the picture, and where in the game'
    : message

type BackdropSettingsProps = { map: ServerMap; kind: MapBackdrop['kind']; onKind: (kind: MapBackdrop['kind']) => void }

function BackdropSettings({ map, kind, onKind }: BackdropSettingsProps) {
  const { serverId, backdrop, image, version } = map
  const [points, setPoints] = useState<DraftPoints>(backdrop.kind === 'island' ? [NO_POINT, NO_POINT] : backdrop.calibration)
  const [tiles, setTiles] = useState(backdrop.kind === 'tiles' ? backdrop : { url: '', tileSize: 256, maxZoom: 5 })
  const [error, setError] = useState<ErrorInfo | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const [isTried, setIsTried] = useState(false)
  const address = useMapImage(serverId, kind === 'image' ? image : null)
  const draft = MapBackdrop.safeParse(kind === 'island' ? { kind } : { kind, calibration: points, ...(kind === 'tiles' && tiles) })
  const send = async (work: () => Promise<ServerMap>, done: string) => {
    setIsBusy(true)
    setError(null)
    try {
      keep(await work())
      notify.success(done)
    } catch (problem) {
      setError(errorInfo(problem))
    } finally {
      setIsBusy(false)
    }
  }
  const upload = (file: File | null) =>
    file && void send(() => call(saveServerMapImage, { params: { serverId }, file }), 'The picture is uploaded. Now set two points in it.')
  const problemOf = (field: string) => draft.error?.issues.find(({ path }) => path[0] === field)?.message
  const problemAt = (field: string) => (isTried ? problemOf(field) : undefined)
  const save = () => {
    setIsTried(true)
    setError(null)
    if (!draft.success) {
      const isInField = ['url', 'maxZoom'].some(problemOf)
      return isInField ? undefined : setError({ message: missingWords(draft.error.issues[0]?.message) })
    }
    void send(() => call(saveServerMap, { params: { serverId }, body: { backdrop: draft.data, version } }), 'The map is saved')
  }
  const hasPoints = kind === 'tiles' || (kind === 'image' && image !== null)
  return (
    <>
      <SegmentedControl
        aria-label="Map background"
        value={kind}
        onChange={(value) => onKind(MapBackdrop.options.find((option) => option.shape.kind.value === value)?.shape.kind.value ?? 'island')}
        data={[
          { value: 'island', label: 'Built-in map' },
          { value: 'image', label: 'Own picture' },
          { value: 'tiles', label: 'Tiles' },
        ]}
      />
      {kind === 'image' && (
        <div className={classes.row} data-level>
          <FileButton accept={MAP_IMAGE_TYPES.join()} onChange={upload}>
            {(props) => (
              <Button {...props} variant="default" loading={isBusy}>
                {image ? 'Upload another picture' : 'Upload a picture'}
              </Button>
            )}
          </FileButton>
          <span className="muted">
            {image ? `${image.width} × ${image.height} pixels` : 'PNG, JPEG or WebP, at most 20 MB. Use only what is yours to use.'}
          </span>
        </div>
      )}
      {kind === 'tiles' && (
        <div className={classes.row} data-fields>
          <TextInput
            style={{ flex: '1 1 320px' }}
            label="Address of the tiles"
            placeholder="https://tiles.example.org/{z}/{x}/{y}.png"
            description="The pages will show pictures from this host, and from no other."
            error={problemAt('url')}
            value={tiles.url}
            onChange={({ currentTarget }) => setTiles({ ...tiles, url: currentTarget.value })}
          />
          <Select
            label="Tile size"
            w={110}
            data={['256', '512']}
            allowDeselect={false}
            value={String(tiles.tileSize)}
            onChange={(value) => setTiles({ ...tiles, tileSize: value === '512' ? 512 : 256 })}
          />
          <NumberInput
            label="Closest zoom"
            w={110}
            min={0}
            max={12}
            error={problemAt('maxZoom')}
            value={tiles.maxZoom}
            onChange={(value) => setTiles({ ...tiles, maxZoom: Number(value) })}
          />
        </div>
      )}
      {hasPoints && (
        <CalibrationFields
          points={points}
          onChange={setPoints}
          picture={kind === 'image' && image && address ? { address, ...image } : null}
        />
      )}
      {hasPoints && draft.success && <MapPreview backdrop={backdropOf(draft.data, image, address)} />}
      {kind === 'tiles' && (
        <span className="muted">Tiles from a new host are shown once the settings are saved and the page is loaded again.</span>
      )}
      <FormError error={error} />
      <div className={classes.row}>
        <Button loading={isBusy} onClick={save}>
          Save the map
        </Button>
      </div>
    </>
  )
}

const NOTHING = {
  onSight: () => undefined,
  onHover: () => undefined,
  onSelect: () => undefined,
  onPlace: () => undefined,
  mayCarry: () => false,
  onCarry: () => undefined,
  onDrop: () => undefined,
  onDrag: () => undefined,
  onTilesFailed: () => undefined,
  askTrails: () => Promise.resolve([]),
}
const CHART = { hasGrid: true, hasBeats: true, hasTrails: false, hasClusters: false }

/** Previews an image's calibration: draws the beat areas, which follow the coast, over it. */
function MapPreview({ backdrop }: { backdrop: Backdrop }) {
  const [attach, engine] = useEngine(NOTHING, {})
  const isDark = useShownTheme() === 'cad-dark-theme'
  useEffect(() => engine?.setTheme(isDark ? 'dark' : 'light'), [engine, isDark])
  useEffect(() => engine?.setChart(CHART), [engine])
  useEffect(() => engine?.setBackdrop(backdrop), [engine, backdrop])
  return (
    <section className={classes.preview} aria-label="Map preview">
      <div ref={attach} />
    </section>
  )
}
