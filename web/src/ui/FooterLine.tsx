import { useState } from 'react'
import classes from './FooterLine.module.css'

type FooterLineProps = { readonly communityName: string; readonly providerUrl: string }

export function FooterLine({ communityName, providerUrl }: FooterLineProps) {
  const [year] = useState(() => new Date().getFullYear())
  return (
    <p className={classes.line}>
      <span>
        © {year} {communityName}
      </span>
      <span aria-hidden> · </span>
      <a className={classes.provider} href={providerUrl} target="_blank" rel="noopener noreferrer">
        Powered by Tenfour
      </a>
    </p>
  )
}
