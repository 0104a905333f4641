#include "cwk_private.h"
#include <string.h>

static WebKitFeature *feature_named(const char *identifier) {
  static WebKitFeatureList *features;
  if (!features)
    features = webkit_settings_get_all_features();
  for (gsize i = 0; i < webkit_feature_list_get_length(features); i++) {
    WebKitFeature *feature = webkit_feature_list_get(features, i);
    if (strcmp(webkit_feature_get_identifier(feature), identifier) == 0)
      return feature;
  }
  return NULL;
}

// Settings without a view tell no web process of each change.
WebKitSettings *cwk_settings_new(const CWKViewOptions *options) {
  WebKitSettings *settings = webkit_settings_new();
  for (size_t i = 0; i < options->feature_count; i++) {
    WebKitFeature *feature = feature_named(options->features[i]);
    if (feature)
      webkit_settings_set_feature_enabled(settings, feature, true);
  }
  return settings;
}

void cwk_view_set_flag(CWKView *self, const char *setting, bool value) {
  g_object_set(webkit_web_view_get_settings(self->web_view), setting, (gboolean)value, NULL);
}

void cwk_view_set_number(CWKView *self, const char *setting, unsigned value) {
  g_object_set(webkit_web_view_get_settings(self->web_view), setting, value, NULL);
}

void cwk_view_set_feature(CWKView *self, const char *identifier, bool value) {
  WebKitFeature *feature = feature_named(identifier);
  if (feature)
    webkit_settings_set_feature_enabled(webkit_web_view_get_settings(self->web_view), feature, value);
}

void cwk_view_reset_feature(CWKView *self, const char *identifier) {
  WebKitFeature *feature = feature_named(identifier);
  if (feature)
    webkit_settings_set_feature_enabled(webkit_web_view_get_settings(self->web_view), feature,
                                        webkit_feature_get_default_value(feature));
}
