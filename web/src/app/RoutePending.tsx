import { PageLoading } from '../ui/PageStates.tsx'
import { Standalone } from './Standalone.tsx'

export function RoutePending() {
  return (
    <Standalone>
      <PageLoading />
    </Standalone>
  )
}
