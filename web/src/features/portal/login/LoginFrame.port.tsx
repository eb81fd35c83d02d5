import { Text } from '@mantine/core'
import type { ReactNode, Ref } from 'react'
import { lookPictureUrl } from '@tenfour/contract'
import { useLook } from '../../../platform/config/config.ts'
import { Mark } from '../../../platform/config/Mark.tsx'
import classes from './LoginFrame.module.css'

type LoginFrameProps = {
  title: ReactNode
  lead: ReactNode
  children: ReactNode
  headingRef?: Ref<HTMLHeadingElement>
  /** For a form with more than an account. */
  wide?: boolean
}

/** A page of the login area: the portal's mark and the name of the community above what the page asks. */
export function LoginFrame({ title, lead, children, headingRef, wide = false }: LoginFrameProps) {
  const { loginPicture } = useLook()
  const picture = loginPicture === null ? undefined : { backgroundImage: `url("${lookPictureUrl(loginPicture)}")` }
  return (
    <main id="main" className={classes.page} tabIndex={-1} data-picture={loginPicture !== null || undefined} style={picture}>
      <div className={classes.box} data-wide={wide || undefined}>
        <div className={classes.brand}>
          <Mark size={44} />
          <h1 ref={headingRef} className={classes.title} tabIndex={-1}>
            {title}
          </h1>
          <Text c="dimmed" inherit>
            {lead}
          </Text>
        </div>
        {children}
      </div>
    </main>
  )
}

/** The class of the box with the fields. */
export const LOGIN_PANEL = classes.panel

/** The class of the community's own words. */
export const WELCOME = classes.welcome

/** A line below the box. */
export const LoginHelp = ({ children }: { children: ReactNode }) => <p className={classes.help}>{children}</p>
