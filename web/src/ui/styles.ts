import '@fontsource-variable/inter/wght.css'
import '@fontsource-variable/jetbrains-mono/wght.css'
// The layered build, so that our own rules win whatever order lazy chunks bring them in.
import '@mantine/core/styles.layer.css'
import './tokens.css'
import './global.css'
