import { PageLoading } from '../ui/PageStates.tsx'
import classes from './RouteError.module.css'

export function RoutePending() {
  return (
    <div className={classes.page}>
      <PageLoading />
    </div>
  )
}
