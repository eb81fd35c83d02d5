import { DISCORD_RETURN_PATH, STEAM_RETURN_PATH } from '@tenfour/contract'
import { redirect } from '@tanstack/react-router'
import { keepAnswer } from '../features/community/links/discord-answer.ts'
import { keepSteamAnswer } from '../features/people/steam-claims/steam-answer.ts'
import { loginGuard, setupGuard } from './guards.ts'
import { lazyPage } from './lazy-page.tsx'
import { createPortalRoot, page } from './page.ts'

type PortalRoot = ReturnType<typeof createPortalRoot>

// Shared by both trees: a page on screen must stay the same component when the tree around it is replaced.
const NotFoundPage = lazyPage(async () => (await import('../features/portal/not-found/NotFoundPage.tsx')).NotFoundPage)
const LoginPage = lazyPage(async () => (await import('../features/portal/login/LoginPage.tsx')).LoginPage)
/** Fetches the page that follows a sign-out, which may happen while the portal is unreachable. */
export const prepareLogin = (): Promise<void> => LoginPage.preload()
const LinkPage = lazyPage(async () => (await import('../features/portal/login/links/LinkPage.tsx')).LinkPage)
const ForgotPage = lazyPage(async () => (await import('../features/portal/login/ForgotPage.tsx')).ForgotPage)
const AddressPage = lazyPage(async () => (await import('../features/portal/login/links/AddressPage.tsx')).AddressPage)
const RegisterPage = lazyPage(async () => (await import('../features/portal/login/register/RegisterPage.tsx')).RegisterPage)
const DiscordReturnPage = lazyPage(async () => (await import('../features/community/links/DiscordReturnPage.tsx')).DiscordReturnPage)
const SteamReturnPage = lazyPage(async () => (await import('../features/portal/login/links/SteamReturnPage.tsx')).SteamReturnPage)
const SetupPage = lazyPage(async () => (await import('../features/portal/setup/SetupPage.tsx')).SetupPage)

/** To a document of its own, which the server serves at the same address. */
const leaveApp = ({ location, preload }: { location: { href: string }; preload: boolean }): void => {
  if (!preload) redirect({ href: location.href, reloadDocument: true, throw: true })
}

/** The table of routes that need no sign-in. The routes behind the sign-in are in routes.ts. */
export const outerRoutes = (root: PortalRoot) =>
  [
    page(root, '/', { leadsTo: '/user/home' }),
    page(root, '/404', { title: '404 - Page Not Found', component: NotFoundPage }),
    page(root, '/login', { title: 'Sign in', before: loginGuard, firstCalls: ['getSetup'], component: LoginPage }),
    // Members open these too: an invitation is offered to them as themselves.
    page(root, '/login/join', { title: 'Join', component: LinkPage }),
    page(root, '/login/reset', { title: 'Choose a password', component: LinkPage }),
    page(root, '/login/address', { title: 'Confirm your email address', component: AddressPage }),
    page(root, '/login/register', { title: 'Apply', component: RegisterPage }),
    page(root, '/login/forgot', { title: 'Forgot password', component: ForgotPage }),
    page(root, DISCORD_RETURN_PATH, {
      title: 'Sign in with Discord',
      // The code from Discord is taken out of the address before anything else happens.
      before: ({ location }) =>
        void (keepAnswer(location.searchStr) && redirect({ href: DISCORD_RETURN_PATH, replace: true, throw: true })),
      component: DiscordReturnPage,
    }),
    page(root, STEAM_RETURN_PATH, {
      title: 'Prove your Steam account',
      before: ({ location }) =>
        void (keepSteamAnswer(location.searchStr) && redirect({ href: STEAM_RETURN_PATH, replace: true, throw: true })),
      component: SteamReturnPage,
    }),
    page(root, '/setup', { title: 'Set up', before: setupGuard, component: SetupPage }),
    page(root, '/dui', { before: leaveApp }),
    page(root, '/api/docs', { title: 'API', before: leaveApp, tab: { of: 'admin', label: 'API documentation', group: 'System' } }),
  ] as const

const outerRoot = createPortalRoot()
const elsewhere = page(outerRoot, '$', {
  before: async ({ context, location, preload }) => {
    if (preload) return
    await context.loadAllRoutes()
    redirect({ href: location.href, replace: true, throw: true })
  },
})

/** Enough to sign in; the other routes are fetched afterwards, so that they cost the login page nothing. */
export const outerRouteTree = outerRoot.addChildren([...outerRoutes(outerRoot), elsewhere])
