import { accessSubject, anyOf, isAllowed, onDuty, staff } from '@tenfour/contract'
import { IconExternalLink, IconSearch } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { NAMES } from '@tenfour/contract/island'
import type { HeaderAction } from '../../../panels/HeaderActions.tsx'
import { PanelHeader } from '../../../panels/PanelHeader.tsx'
import { focusPanel, selectCall, shownOnMap, useWantedOnMap } from '../../../panels/selection.ts'
import { useBoard, useCall } from '../../dispatch/board/board.port.ts'
import { useServerMap } from '../server-map/server-map.port.ts'
import { serverPositions } from '../positions/positions.port.ts'
import { isSameChoice } from './map-state.ts'
import { CallsOnMap } from './CallsOnMap.tsx'
import { LiveMap } from './LiveMap.tsx'
import classes from './LivemapView.module.css'
import { MapFind } from './MapFind.tsx'
import { MapLayers } from './MapLayers.tsx'
import { useLiveMap, type LiveMapState } from './use-live-map.ts'
import { openMapWindow } from './use-map-link.ts'

/** The map as a panel of the desktop. */
export function MapPanel() {
  const serverId = useBoard((state) => state.serverId)
  const mayCall = isAllowed(anyOf(onDuty('serverId'), staff), accessSubject(useSignedInUser()), { serverId })
  const source = serverPositions(serverId)
  const { backdrop, postals } = useServerMap(serverId)
  const map = useLiveMap({ source, backdrop, postals })
  const follow = useFollowAction(map)
  useShowWanted(map)
  const find = useRef<HTMLInputElement>(null)
  const [isFinding, setIsFinding] = useState(false)
  const findable = () => ({ looks: map.engine?.looks() ?? [], calls: map.calls, postals, places: NAMES })
  const stopFinding = () => setIsFinding(false)
  const startFinding = () => {
    setIsFinding(true)
    requestAnimationFrame(() => find.current?.focus())
  }
  return (
    <section className={classes.view} aria-label="Map">
      <PanelHeader
        actions={[
          !isFinding && { label: 'Find', icon: <IconSearch size={13} aria-hidden />, onClick: startFinding },
          follow,
          {
            label: 'Trails',
            isOn: map.choices.hasTrails,
            onClick: () => map.setChoices({ ...map.choices, hasTrails: !map.choices.hasTrails }),
          },
          {
            label: 'Open in a window of its own',
            icon: <IconExternalLink size={16} stroke={1.7} aria-hidden />,
            isIcon: true,
            onClick: () => openMapWindow(serverId, map),
          },
        ]}
      >
        {!isFinding && map.unplacedCalls.length > 0 && (
          <CallsOnMap
            placed={map.calls.length}
            unplaced={map.unplacedCalls}
            onOpen={(callId) => {
              selectCall(callId)
              focusPanel('call')
            }}
          />
        )}
        {isFinding && (
          <MapFind
            serverId={serverId}
            field={find}
            findable={findable}
            onFound={(found) => {
              map.open(found)
              stopFinding()
            }}
            onLeave={stopFinding}
          />
        )}
        <MapLayers choices={map.choices} onChange={map.setChoices} />
      </PanelHeader>
      <LiveMap map={map} onFind={startFinding} isSmall mayCall={mayCall} onOpenCall={null} />
    </section>
  )
}

/** Shows a call requested by another panel. A cleared call has no marker any more, but still a position. */
function useShowWanted({ engine, calls, open }: LiveMapState): void {
  const wanted = useWantedOnMap()
  const show = useEffectEvent(() => {
    if (!engine || !wanted) return
    const { callId, x, y } = wanted
    const call = calls.find((each) => each.callId === callId)
    const found = { key: `call-${callId}`, title: '', detail: '' }
    open(call ? { ...found, kind: 'call', call } : { ...found, kind: 'place', at: [x, y] })
    shownOnMap()
  })
  useEffect(() => show(), [engine, wanted])
}

/** 'Follow 1042': the selected unit or call, here or in another panel. */
function useFollowAction(map: LiveMapState): HeaderAction | undefined {
  const { chosen, followed, engine } = map
  const target = chosen ?? followed
  const call = useCall(target?.kind === 'call' ? target.callId : null)
  const look = target?.kind === 'unit' ? engine?.lookOf(target.slot) : undefined
  const name = look ? look.label || look.name : call && call.x !== null ? String(call.callId) : undefined
  if (!target || name === undefined) return undefined
  return { label: `Follow ${name}`, isOn: isSameChoice(target, followed), onClick: () => map.toggleFollow(target) }
}
