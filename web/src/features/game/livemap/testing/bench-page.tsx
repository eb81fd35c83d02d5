import '../../../../ui/styles.ts'
import type { Call, CallPriority } from '@tenfour/contract'
import { useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { buildUser } from '../../../../app/testing/build-user.ts'
import { SignedInUser } from '../../../../platform/session/useSignedInUser.ts'
import { toggleCadTheme } from '../../../../platform/theme/theme.ts'
import { ThemeProvider, useThemeClass } from '../../../../ui/ThemeProvider.tsx'
import { BoardContext } from '../../../dispatch/board/use-board.ts'
import { createBoardStore } from '../../../dispatch/board/board-store.ts'
import { buildBoard, buildCall } from '../../../dispatch/board/testing/build-board.ts'
import { hash, pointAt, pointCount } from '../../../../map/island/geometry.ts'
import { ROADS } from '@tenfour/contract/island'
import { LiveMap } from '../LiveMap.tsx'
import { MapLink } from '../map-link.ts'
import { useLiveMap } from '../use-live-map.ts'
import { simulatedPositions } from './simulated-positions.ts'

/** The real map with simulated units, for benchmarks and visual checks: `?units=2048&calls=20&clusters=false`. */
const searchParams = new URLSearchParams(window.location.search)
const number = (name: string, otherwise: number) => Number(searchParams.get(name) ?? otherwise)
const isLight = searchParams.get('theme') === 'light'
if (isLight) toggleCadTheme()

const source = simulatedPositions(number('units', 2048))
const calls = Array.from({ length: number('calls', 20) }, (_, index): Call => {
  const { line, name } = ROADS[Math.floor(hash(index, 21) * ROADS.length)] ?? { line: [0, 0], name: '' }
  const [x, y] = pointAt(line, Math.floor(hash(index, 22) * pointCount(line)))
  const priority = (1 + Math.floor(hash(index, 23) * 4)) as CallPriority
  return buildCall(1001 + index, { x, y, priority, location: name, status: index % 3 === 0 ? 'pending' : 'active' })
})
const board = createBoardStore(buildBoard([...source.units.values()], calls))

function BenchMap() {
  useThemeClass(isLight ? 'cad-light-theme' : 'cad-dark-theme')
  const map = useLiveMap({ source, link: MapLink.parse(Object.fromEntries(searchParams)) })
  const { setChoices } = map
  useEffect(() => {
    const isOn = (name: string, otherwise: boolean) => (searchParams.has(name) ? searchParams.get(name) === 'true' : otherwise)
    setChoices((known) => ({
      ...known,
      hasClusters: isOn('clusters', true),
      hasGrid: isOn('grid', false),
      hasBeats: isOn('beats', false),
      hasTrails: isOn('trails', false),
    }))
  }, [setChoices])
  return <LiveMap map={map} onFind={() => undefined} isSmall={false} mayCall={false} onOpenCall={null} />
}

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <ThemeProvider portalTheme="cad-light-theme">
      <SignedInUser value={buildUser()}>
        <BoardContext value={board}>
          <div style={{ display: 'flex', height: '100vh' }}>
            <BenchMap />
          </div>
        </BoardContext>
      </SignedInUser>
    </ThemeProvider>,
  )
}
