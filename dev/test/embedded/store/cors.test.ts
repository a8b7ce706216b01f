import { describe, expect, it } from 'vitest';
import { type CrossOriginAsk, corsHeaders } from '../../../embedded/store/cors.ts';

const rules = `<CORSConfiguration>
  <CORSRule>
    <AllowedOrigin>https://*.example.com</AllowedOrigin><AllowedMethod>PUT</AllowedMethod>
    <AllowedHeader>content-*</AllowedHeader><ExposeHeader>ETag</ExposeHeader><MaxAgeSeconds>60</MaxAgeSeconds>
  </CORSRule>
  <CORSRule><AllowedOrigin>*</AllowedOrigin><AllowedMethod>GET</AllowedMethod></CORSRule>
</CORSConfiguration>`;
const ask: CrossOriginAsk = { origin: 'https://app.example.com', method: 'PUT', headers: ['Content-Type'] };

describe('CORS rules in the embedded store', () => {
  it('tell the page what it may do', () => {
    expect(corsHeaders(rules, ask)).toMatchObject({
      'Access-Control-Allow-Origin': 'https://app.example.com',
      'Access-Control-Allow-Methods': 'PUT',
      'Access-Control-Allow-Headers': 'Content-Type',
      'Access-Control-Expose-Headers': 'ETag',
      'Access-Control-Max-Age': '60',
    });
  });

  it.each<[string, Partial<CrossOriginAsk>, string | undefined]>([
    ['no headers asked', { headers: [] }, 'https://app.example.com'],
    ['a read from anywhere', { origin: 'http://localhost', method: 'GET', headers: [] }, '*'],
    ['another method', { method: 'DELETE' }, undefined],
    ['another origin', { origin: 'https://example.org' }, undefined],
    ['an origin that only ends alike', { origin: 'https://app.example.com.evil.org' }, undefined],
    ['another scheme', { origin: 'http://app.example.com' }, undefined],
    ['a header that is not allowed', { headers: ['Content-Type', 'X-Other'] }, undefined],
  ])('judge %s', (_, more, expected) => {
    expect(corsHeaders(rules, { ...ask, ...more })?.['Access-Control-Allow-Origin']).toBe(expected);
  });

  it('allow nothing where there are none', () => {
    expect(corsHeaders(null, ask)).toBeNull();
  });

  it.each(['<CORSConfiguration/>', '<CORSRule></CORSRule>', '{}'])('refuse %s', (xml) => {
    expect(() => corsHeaders(xml, ask)).toThrowError(expect.objectContaining({ code: 'MalformedXML' }));
  });
});
