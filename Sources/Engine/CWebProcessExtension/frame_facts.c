#include "frame_facts.h"
#include "documents.h"
#include "messages.h"

#pragma clang diagnostic ignored "-Wdeprecated-declarations"

GVariant *frame_facts(WebKitWebPage *page, WebKitDOMDocument *document) {
  WebKitFrame *frame = documents_frame_of(page, document);
  g_autofree char *url = webkit_dom_document_get_url(document);
  g_autofree char *origin = webkit_dom_document_get_origin(document);
  return g_variant_new(CWK_FRAME_TYPE, frame ? webkit_frame_get_id(frame) : G_GUINT64_CONSTANT(0), url ? url : "",
                       origin ? origin : "", document == webkit_web_page_get_dom_document(page));
}
