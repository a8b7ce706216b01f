import { withGalley } from 'galley-next/config';
import type { NextConfig } from 'next';

const config: NextConfig = { poweredByHeader: false };

export default withGalley(config, { localeRoutes: true });
