import type { ApiOperation } from './openapi.ts'
import classes from './docs.module.css'

export function MethodBadge({ method }: { method: ApiOperation['method'] }) {
  return (
    <span className={classes.method} data-method={method}>
      {method}
    </span>
  )
}
